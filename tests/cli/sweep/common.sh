# Sourced by the tests of urto sweep.
. "$(dirname "$0")/../../support/common.sh"
export URTO_SCENES="$source_dir/scenes"
export HDF5_USE_FILE_LOCKING=FALSE
# what a job or mpirun around the test says is not of the test
unset OMPI_COMM_WORLD_RANK PMI_RANK SLURM_PROCID SLURM_ARRAY_TASK_ID 2>/dev/null || true

# values FILE DATASET: one a line
values() {
    h5dump -y -w 1 -m %.17g -d "$2" "$1" |
        awk '/DATA [{]/ { on = 1; next } /}/ && on { exit } on { gsub(/^ +|,? *$/, ""); if ($0 != "") print }'
}

# plan: a small sweep with sound, to the file
small_plan() {
    cat >"$1" <<'P'
title: Hammers
base: {scene: hammer-string, set: {seconds: 0.1}}
vary:
  contacts.felt.stiffness: {log: [1e6, 1e10], steps: 5}
  bodies.hammer.mass: [4 g, 8 g]
  bodies.string.material: [steel, nylon]
measure: [centroid, max-force, contacts]
keep: sound
level: -40 dBFS
P
}

# a plan of so many cases that cost little, and take their time when HOLD is large
long_plan() { # FILE CASES SECONDS
    cat >"$1" <<P
base: {scene: hammer-string, set: {seconds: $3}}
vary:
  contacts.felt.stiffness: {log: [1e6, 1e10]}
  bodies.hammer.velocity: {linear: [1, 4]}
sample: sobol
count: $2
seed: 5
measure: [max-force, peak]
P
}
