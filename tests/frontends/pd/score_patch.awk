# The lines of `reference` as a patch that plays them through an object in a subpatch with a block
# size of its own, and writes what is heard to a file.
#   awk -v object= -v block= -v rate= -v out= -v input= -v outlet= -f score_patch.awk
# Two outlets are heard, from `outlet` on.
BEGIN {
    lead = 4800 # silent frames, a whole number of blocks
    frames = 42048
    print "#N canvas 0 0 900 600 10;"
    print "#X obj 10 10 loadbang;" # 0
    print "#X msg 10 40 \\; pd dsp 1;" # 1
    printf "#X obj 90 40 del %.9g;\n", 1000 * lead / rate # 2
    print "#X obj 10 300 tabwrite~ left;" # 3
    print "#X obj 110 300 tabwrite~ right;" # 4
    printf "#X obj 10 330 table left %d;\n", frames # 5
    printf "#X obj 110 330 table right %d;\n", frames # 6
    printf "#X obj 300 40 del %.9g;\n", 1000 * (frames + lead) / rate + 50 # 7
    printf "#X msg 300 70 write -wave -bytes 4 %s left right;\n", out # 8
    print "#X obj 300 100 soundfiler;" # 9
    print "#X msg 400 100 \\; pd quit;" # 10
    print "#N canvas 0 0 400 300 player 0;"
    print "#X obj 10 10 inlet;" # 0
    printf "#X obj 10 100 %s;\n", object # 1
    print "#X obj 10 200 outlet~;" # 2
    print "#X obj 90 200 outlet~;" # 3
    printf "#X obj 200 10 block~ %d;\n", block # 4
    print "#X obj 90 10 inlet~;" # 5
    print "#X obj 140 10 inlet~;" # 6
    print "#X connect 0 0 1 0;"
    printf "#X connect 1 %d 2 0;\n", outlet
    printf "#X connect 1 %d 3 0;\n", outlet + 1
    if (input != "") {
        print "#X connect 5 0 1 0;"
        print "#X connect 6 0 1 1;"
    }
    print "#X restore 10 200 pd player;" # 11
    print "#X connect 0 0 1 0;"
    print "#X connect 0 0 2 0;"
    print "#X connect 0 0 7 0;"
    print "#X connect 2 0 3 0;"
    print "#X connect 2 0 4 0;"
    print "#X connect 11 0 3 0;"
    print "#X connect 11 1 4 0;"
    print "#X connect 7 0 8 0;"
    print "#X connect 8 0 9 0;"
    print "#X connect 9 0 10 0;"
    next_object = 12
    if (input != "") {
        print "#X obj 500 200 tabplay~ inleft;" # 12
        print "#X obj 600 200 tabplay~ inright;" # 13
        printf "#X obj 500 230 table inleft %d;\n", frames # 14
        printf "#X obj 600 230 table inright %d;\n", frames # 15
        printf "#X msg 500 100 read -raw 0 2 4 l %s inleft inright;\n", input # 16
        print "#X obj 500 130 soundfiler;" # 17
        print "#X connect 0 0 16 0;"
        print "#X connect 16 0 17 0;"
        print "#X connect 2 0 12 0;"
        print "#X connect 2 0 13 0;"
        print "#X connect 12 0 11 1;"
        print "#X connect 13 0 11 2;"
        next_object = 18
    }
}
$2 == "midi" { event = "midi " $3 " " $4 ($3 == 208 ? "" : " " $5) }
$2 == "set" { event = $3 " " $4 }
$2 == "say" { event = substr($0, index($0, "say") + 4) }
{
    printf "#X obj 10 400 del %.9g;\n#X msg 90 400 %s;\n", 1000 * $1 / rate, event
    printf "#X connect 2 0 %d 0;\n", next_object
    printf "#X connect %d 0 %d 0;\n", next_object, next_object + 1
    printf "#X connect %d 0 11 0;\n", next_object + 1
    next_object += 2
}
