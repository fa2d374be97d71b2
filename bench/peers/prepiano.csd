<CsoundSynthesizer>
<CsOptions>
-n -d -m0
</CsOptions>
<CsInstruments>
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1
instr 1
  ; one rattle and one rubber: position, mass ratio, frequency, length
  iRattle ftgen 1, 0, 8, -2, 1, 0.6, 10, 100, 0.001
  iRubber ftgen 2, 0, 8, -2, 1, 0.7, 50, 500, 1000
  ; ifreq iNS iD iK iT30 iB kbcl kbcr imass ihvfreq iinit ipos ivel isfreq isspread irattles irubbers
  aa, ab prepiano 60, 3, 10, 1, 3, 0.002, 2, 2, 1, 5000, -0.01, 0.09, 100, 0, 0.1, iRattle, iRubber
  outs aa * 0.75, ab * 0.75
endin
</CsInstruments>
<CsScore>
i 1 0 $SECONDS
</CsScore>
</CsoundSynthesizer>
