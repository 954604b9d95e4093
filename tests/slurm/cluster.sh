# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A real Slurm on this machine: four virtual nodes of two processors (or CLUSTER_CPUS), for whoever calls, without
# root, munge, systemd or cgroups. Sourced.
#   cluster_start FOLDER   starts it there, sets SLURM_CONF; everything it writes lies in FOLDER
#   cluster_stop           ends it and what runs on it

# Prints so many ports that are free now.
free_ports() {
    local wanted=$1 port
    while [[ $wanted -gt 0 ]]; do
        port=$((20000 + RANDOM % 12000))
        if ! (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            echo "$port"
            wanted=$((wanted - 1))
        fi
    done
}

cluster_config() {
    local lab=$1 user ports
    user=$(id -un)
    mapfile -t ports < <(free_ports 5)
    cat <<TXT
ClusterName=kagami
SlurmctldHost=localhost
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
SlurmctldParameters=preempt_send_user_signal
SlurmctldPidFile=$lab/slurmctld.pid
SlurmdPidFile=$lab/slurmd-%n.pid
StateSaveLocation=$lab/state
SlurmdSpoolDir=$lab/spool/%n
SlurmctldLogFile=$lab/log/slurmctld.log
SlurmdLogFile=$lab/log/slurmd-%n.log
SlurmctldPort=${ports[0]}
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=100000
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/filetxt
JobCompLoc=$lab/log/jobcomp.log
JobRequeue=1
RequeueExit=75
MinJobAge=3600
# A machine that is slow is no fault.
KillWait=600
MessageTimeout=100
TCPTimeout=100
BatchStartTimeout=600
SlurmdTimeout=0
TXT
    local node
    for node in 1 2 3 4; do
        echo "NodeName=n$node NodeHostname=localhost NodeAddr=127.0.0.1 Port=${ports[node]} CPUs=${CLUSTER_CPUS:-2} RealMemory=2000 State=UNKNOWN"
    done
    cat <<TXT
PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=REQUEUE GraceTime=600
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=OFF
TXT
}

cluster_pids=()
cluster_start() {
    local lab=$1 node begun try pid
    mkdir -p "$lab"/{log,state}
    export SLURM_CONF=$lab/slurm.conf
    # Not as a part of a job of another cluster.
    local name
    for name in ${!SLURM_@} ${!SBATCH_@}; do
        [[ $name == SLURM_CONF ]] || unset "$name"
    done
    PATH=$PATH:/usr/sbin
    # Begun again with other ports where a daemon ends: somebody else may have taken its port.
    for ((begun = 0; begun < 5; begun++)); do
        cluster_config "$lab" >"$lab/slurm.conf"
        slurmctld -D -f "$SLURM_CONF" >"$lab/log/slurmctld.out" 2>&1 </dev/null &
        cluster_pids+=($!)
        for node in n1 n2 n3 n4; do
            mkdir -p "$lab/spool/$node"
            slurmd -D -f "$SLURM_CONF" -N "$node" >"$lab/log/$node.out" 2>&1 </dev/null &
            cluster_pids+=($!)
        done
        for ((try = 0; try < 1200; try++)); do
            [[ $(sinfo -h -p batch -t idle -o %D 2>/dev/null) == 4 ]] && return 0
            for pid in "${cluster_pids[@]}"; do
                kill -0 "$pid" 2>/dev/null || break 2
            done
            sleep 0.5
        done
        tail -n 20 "$lab"/log/*.out "$lab"/log/*.log >&2
        cluster_stop
    done
    echo "the cluster did not come up" >&2
    return 1
}

cluster_stop() {
    [[ ${#cluster_pids[@]} -gt 0 ]] || return 0
    scancel --user="$(id -un)" 2>/dev/null || true
    local try
    for ((try = 0; try < 20; try++)); do
        [[ -n $(squeue -h 2>/dev/null) ]] || break
        sleep 0.5
    done
    kill "${cluster_pids[@]}" 2>/dev/null || true
    wait "${cluster_pids[@]}" 2>/dev/null || true
    cluster_pids=()
}
