# A Slurm of our own on this machine: a controller and three nodes, as root and without systemd. Sourced.
#   slurm_start FOLDER, slurm_node_kill NAME, slurm_node_start NAME, slurm_stop

# What is missing to run it, or nothing.
slurm_missing() {
    for program in munged slurmctld slurmd sbatch squeue scontrol mungekey; do
        PATH=$PATH:/usr/sbin command -v $program >/dev/null 2>&1 || echo "$program is not installed, see packages.txt"
    done
    [ "$(id -u)" = 0 ] || echo "munged and slurmctld need root here"
}

free_port() { # the first of some ports that nobody listens on
    for port in $(seq "$1" "$(($1 + 200))"); do
        hex=$(printf ':%04X ' "$port")
        cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep -q "$hex" || { echo "$port"; return; }
    done
}

slurm_start() {
    slurm=$1
    PATH=$PATH:/usr/sbin
    mkdir -p "$slurm/munge" "$slurm/state"
    chmod 700 "$slurm/munge"
    mungekey -c -f -k "$slurm/munge/key" >/dev/null
    # a socket has a short name
    slurm_run=$(mktemp -d /tmp/urto-slurm-XXXXXX)
    chmod 755 "$slurm_run"
    munged --force --foreground --key-file="$slurm/munge/key" --socket="$slurm_run/munge" \
        --pid-file="$slurm/munge/pid" --log-file="$slurm/munge/log" --seed-file="$slurm/munge/seed" >"$slurm/munge/out" 2>&1 &
    slurm_pids=$!
    host=$(hostname -s)
    control=$(free_port 26817)
    cat >"$slurm/slurm.conf" <<C
ClusterName=urto
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm_run/munge
CryptoType=crypto/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool-%n
SlurmctldPidFile=$slurm/ctld.pid
SlurmdPidFile=$slurm/slurmd-%n.pid
SlurmctldLogFile=$slurm/ctld.log
SlurmdLogFile=$slurm/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=1,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=30
MinJobAge=300
InactiveLimit=0
KillWait=2
C
    # nothing here uses control groups; to look which there are fails where none is mounted, as in a chroot
    echo "CgroupPlugin=cgroup/v1" >"$slurm/cgroup.conf"
    port=$((control + 1))
    for slurm_node in n1 n2 n3; do
        port=$(free_port $port)
        echo "NodeName=$slurm_node NodeHostname=$host NodeAddr=127.0.0.1 Port=$port CPUs=1 State=UNKNOWN" >>"$slurm/slurm.conf"
        port=$((port + 1))
    done
    echo "PartitionName=all Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP" >>"$slurm/slurm.conf"
    export SLURM_CONF="$slurm/slurm.conf"
    for _ in $(seq 50); do [ -S "$slurm_run/munge" ] && break; sleep 0.1; done
    slurmctld -D >"$slurm/ctld.out" 2>&1 &
    slurm_pids="$slurm_pids $!"
    for slurm_node in n1 n2 n3; do slurm_node_start $slurm_node; done
    for _ in $(seq 150); do
        [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 3 ] && return
        sleep 0.2
    done
    return 1
}

slurm_node_start() {
    mkdir -p "$slurm/spool-$1"
    slurmd -D -N "$1" >"$slurm/slurmd-$1.out" 2>&1 &
    eval "slurm_$1=$!"
}

# A power cut: the daemon, its steps and their tasks at once.
slurm_node_kill() {
    eval "slurm_daemon=\$slurm_$1"
    kill -KILL "$slurm_daemon"
    for pid in $(slurm_tasks "$1"); do kill -KILL "$pid" 2>/dev/null || true; done
}

# Tasks of jobs of ours, on a node or on all, each after the daemon of its step.
slurm_tasks() {
    for process in /proc/[0-9]*; do
        (tr '\0' '\n' <"$process/environ" >"$slurm/environment") 2>/dev/null || continue
        if grep -qx "SLURM_CONF=$SLURM_CONF" "$slurm/environment" && grep -q '^SLURM_JOB_ID=' "$slurm/environment" &&
            { [ -z "${1:-}" ] || grep -qx "SLURMD_NODENAME=$1" "$slurm/environment"; }; then
            parent=$(sed -n 's/^PPid:[^0-9]*//p' "$process/status" 2>/dev/null)
            [ "$(cat "/proc/$parent/comm" 2>/dev/null)" != slurmstepd ] || echo "$parent"
            echo "${process#/proc/}"
        fi
    done
}

slurm_stop() {
    for slurm_node in n1 n2 n3; do
        eval "kill -KILL \${slurm_$slurm_node:-} 2>/dev/null" || true
    done
    for pid in $(slurm_tasks); do kill -KILL "$pid" 2>/dev/null || true; done
    for pid in $slurm_pids; do kill -TERM "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$slurm_run"
}
