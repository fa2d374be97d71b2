# Four scenes side by side, each at five moments from light to dark: what `urto render --video FILE.csv` wrote of hammer-string, fretted-bass,
# snare-wire and tromba-marina, in this order.
BEGIN {
    FS = ","
    label[1] = "hammer"; label[2] = "frets"; label[3] = "wire"; label[4] = "bow"
    body[1] = "string"; body[2] = "string"; body[3] = "wire"; body[4] = "string"
    mass[1] = "hammer"; place[1] = 0.12; place[2] = 0.72 # of the length, as in the scenes
    mass[2] = "thumb"
    times[1] = "0.6 1.6 3.2 5.2 7.6"; times[2] = "1.6 2.8 5 8.4 12"; times[3] = "2.6 5 8 14 20"; times[4] = "8 16 24 32 47.8"
    shown[1] = 3; shown[2] = 4 # the moment at which the mass is drawn
    for (panel = 1; panel <= 4; panel++) {
        count = split(times[panel], list, " ")
        for (i = 1; i <= count; i++) moment[panel, sprintf("%.0f", 5 * list[i])] = i
    }
    panel = 0
}
FNR == 1 { panel++; next }
function step() { return sprintf("%.0f", 5000 * $2) }
$1 == "post" { posts[panel]++; post[panel, posts[panel]] = $4; height[panel, posts[panel]] = $6 }
$1 == "bow" && $3 == body[panel] { bow[panel] = $4 }
$1 == "mass" && $3 == mass[panel] && moment[panel, step()] { at[panel, moment[panel, step()]] = $6 }
($1 == "shape" || $1 == "partner") && $3 == body[panel] && moment[panel, step()] {
    i = moment[panel, step()]
    from[panel, $1] = $4; to[panel, $1] = $5; points[panel, $1] = NF - 5
    for (p = 6; p <= NF; p++) {
        value[panel, $1, i, p - 6] = $p
        if ($p > high[panel]) high[panel] = $p
        if ($p < low[panel]) low[panel] = $p
    }
}
function x(metres) { return left + 14 + 254 * (metres - from[panel, "shape"]) / (to[panel, "shape"] - from[panel, "shape"]) }
function y(metres) { return 26 + 190 * (high[panel] - metres) / (high[panel] - low[panel]) }
function line(kind, i, class, p, every, last) {
    last = points[panel, kind] - 1
    every = kind == "shape" ? 4 : 2
    printf("<polyline class='%s' points='", class)
    for (p = 0; p <= last; p += every)
        printf("%.0f,%.1f ", x(from[panel, kind] + (to[panel, kind] - from[panel, kind]) * p / last), y(value[panel, kind, i, p]))
    print "'/>"
}
END {
    print "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1200 300' role='img' aria-label='A hammer on a string, a string on frets, a wire on a drum head, a bowed string, at five moments each'>"
    print "<style>"
    print "rect{fill:#fff;stroke:#E3DFD6;stroke-width:2}polyline,path,line{fill:none;stroke-linejoin:round;stroke-linecap:round}"
    print "text{font:600 34px Inter,system-ui,sans-serif;fill:#1B1C20;text-anchor:middle}.hit{fill:#C8401F;stroke:none}.still{stroke:#5C6069;stroke-width:4}"
    print ".t1,.t2,.t3,.t4,.t5{stroke-width:4}.t1{stroke:#A9D9DD}.t2{stroke:#6BBCC4}.t3{stroke:#2F9AA5}.t4{stroke:#0B6E78}.t5{stroke:#06464D}.dash{stroke-dasharray:2 8}"
    print "@media (prefers-color-scheme:dark){rect{fill:#1D2026;stroke:#333841}text{fill:#ECEAE4}.hit{fill:#FF7A55}.still{stroke:#A3A8B3}"
    print ".t1{stroke:#1F4F55}.t2{stroke:#2A7A83}.t3{stroke:#37A3AE}.t4{stroke:#4CC3CE}.t5{stroke:#B5EDF2}}"
    print "</style>"
    for (panel = 1; panel <= 4; panel++) {
        left = 6 + 302 * (panel - 1)
        printf("<rect x='%d' y='2' width='282' height='296' rx='16'/>\n", left)
        printf("<text x='%d' y='276'>%s</text>\n", left + 141, label[panel])
        for (p = 1; p <= posts[panel]; p++)
            printf("<line class='still' x1='%.0f' x2='%.0f' y1='%.1f' y2='232'/>\n", x(post[panel, p]), x(post[panel, p]), y(height[panel, p]))
        for (i = 1; i <= 5; i++) {
            if (points[panel, "partner"]) line("partner", i, "dash t" i)
            line("shape", i, "t" i)
        }
        if (mass[panel] != "") { # its skin is where it touches: a disc below or above that
            # or, where it is pressed, where the string is
            place_x = x(place[panel] * to[panel, "shape"]); tip = at[panel, shown[panel]]
            string = value[panel, "shape", shown[panel], int(place[panel] * (points[panel, "shape"] - 1) + 0.5)]
            if (panel == 1 ? string < tip : string > tip) tip = string
            place_y = y(tip)
            printf("<circle class='hit' cx='%.0f' cy='%.1f' r='14'/>\n", place_x, place_y + (panel == 1 ? 17 : -17))
        }
        if (bow[panel] != "") # hair across the string
            printf("<path class='hit' d='M%.0f,%.1f l-9,-26 h18 z'/>\n", x(bow[panel]), y(value[panel, "shape", 5, int(bow[panel] / to[panel, "shape"] * (points[panel, "shape"] - 1) + 0.5)]) - 3)
    }
    print "</svg>"
}
