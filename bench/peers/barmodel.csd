<CsoundSynthesizer>
<CsOptions>
-n -d -m0
</CsOptions>
<CsInstruments>
sr = 48000
ksmps = 64
nchnls = 1
0dbfs = 1
instr 1
  ; kbcL kbcR iK ib kscan iT30 ipos ivel iwid
  aq barmodel 1, 1, 3, 0.001, 0.23, 5, 0.3, 500, 0.05
  out aq
endin
</CsInstruments>
<CsScore>
i 1 0 $SECONDS
</CsScore>
</CsoundSynthesizer>
