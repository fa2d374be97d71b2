# A film of a hammer on a string, 400 times slower than it is: what `urto render hammer-string --video FILE.csv` wrote, as an SVG that moves by
# its stylesheet and stands still where motion is not wanted.
BEGIN { FS = ","; frames = 60; still = 16; high = 4.2e-3 }
function y(metres) { return 150 - 120 * metres / high }
$1 == "shape" && n < frames {
    n++
    time[n] = 1e3 * $2
    string[n] = $(6 + int(0.12 * (NF - 6) + 0.5))
    points[n] = ""
    for (p = 6; p <= NF; p += 4) points[n] = points[n] sprintf("%.0f,%.1f ", 20 + 600 * (p - 6) / (NF - 6), y($p))
}
$1 == "mass" && m < frames { m++; hammer[m] = $6 < string[m] ? $6 : string[m] } # its felt is pressed: the string lies on it
END {
    seconds = frames * 0.0002 * 400
    print "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 320' role='img' aria-label='A felt hammer throws a string up, rides on it and falls back, 400 times slower than it is'>"
    print "<style>"
    print "rect{fill:#fff}polyline{fill:none;stroke:#0B6E78;stroke-width:4;stroke-linejoin:round}circle{fill:#C8401F}text{font:20px Inter,system-ui,sans-serif;fill:#1B1C20}.base{stroke:#E3DFD6;stroke-width:2}"
    printf("g{visibility:hidden;animation:show %.1fs steps(1) infinite}@keyframes show{0%%{visibility:visible}%.3f%%{visibility:hidden}}\n", seconds, 100 / frames)
    printf("@media (prefers-reduced-motion:reduce){g{animation:none}#f%d{visibility:visible}}\n", still)
    print "@media (prefers-color-scheme:dark){rect{fill:#1D2026}polyline{stroke:#4CC3CE}circle{fill:#FF7A55}text{fill:#ECEAE4}.base{stroke:#333841}}"
    print "</style>"
    print "<rect width='640' height='320' rx='12'/><line class='base' x1='20' x2='620' y1='150' y2='150'/>"
    for (i = 1; i <= n; i++) {
        printf("<g id='f%d' style='animation-delay:%.3fs'><polyline points='%s'/>", i, (i - 1) * seconds / frames, points[i])
        printf("<circle cx='92' cy='%.1f' r='14'/><text x='20' y='304'>%.1f ms</text></g>\n", y(hammer[i]) + 16, time[i])
    }
    print "</svg>"
}
