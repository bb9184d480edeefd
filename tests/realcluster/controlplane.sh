#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# controlplane.sh DIR [--with controller-manager,scheduler] [--kill-after SECONDS]
#
# Runs a real control plane in the foreground, on free ports of the loopback address, with everything it
# writes in DIR: DIR/kubeconfig, DIR/<program>.log, DIR/<program>.pid. Prints `ready: https://127.0.0.1:PORT
# kubeconfig=DIR/kubeconfig` once the API server answers. Ends every process that it started, and itself, on
# SIGTERM or SIGINT, when its parent ends, after SECONDS (exit 124), and when one of the processes ends by
# itself (exit 1). Started again with the same DIR, the cluster is the same one: same port, certificate,
# token, objects.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/../../packaging source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../packaging/lib.sh"

programs="$cache_root/kubernetes-1.20.2"
names=() pids=()

usage() {
    say "usage: ${0##*/} DIR [--with controller-manager,scheduler] [--kill-after SECONDS]"
    exit 2
}

read_arguments() {
    dir=${1-} with='' kill_after=0
    [[ -n $dir && $dir != -* ]] || usage
    shift
    while (($#)); do
        case $1 in
            --with) with=${2-} ;;
            --kill-after) kill_after=${2-} ;;
            *) usage ;;
        esac
        shift 2 || usage
    done
    [[ $kill_after =~ ^[0-9]+$ ]] || usage
    [[ ,$with, =~ ^(,|,controller-manager|,scheduler)+,$ ]] || usage
}

# pause SECONDS: sleeps without a process that could be left behind.
pause() { read -r -t "$1" -u "$never" || true; }

port_is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port NAME FIRST: the port that NAME had the last time, else one of the 4000 from FIRST on. Each name
# has a range of its own, all of them below that of outgoing connections.
free_port() {
    local file="$dir/$1.port" port
    port=$(cat "$file" 2>/dev/null) || port=$(($2 + SRANDOM % 4000))
    until port_is_free "$port"; do
        port=$(($2 + SRANDOM % 4000))
    done
    printf '%s\n' "$port" | tee "$file"
}

make_credentials() {
    mkdir -p "$dir/pki"
    [[ -s $dir/pki/tokens.csv ]] && return
    openssl genrsa -out "$dir/pki/sa.key" 2048 2>/dev/null
    openssl rsa -in "$dir/pki/sa.key" -pubout -out "$dir/pki/sa.pub" 2>/dev/null
    printf '%s,admin,admin,"system:masters"\n' "$(openssl rand -hex 24)" >"$dir/pki/tokens.csv"
}

# start NAME FLAG…: the kernel ends the program should this script be killed.
start() {
    local name=$1
    shift
    setpriv --pdeathsig KILL "$programs/$name" "$@" >"$dir/$name.log" 2>&1 </dev/null &
    names+=("$name")
    pids+=($!)
    printf '%s\n' $! >"$dir/$name.pid"
}

start_etcd() {
    local peer
    etcd_url="http://127.0.0.1:$(free_port etcd 20000)"
    peer="http://127.0.0.1:$(free_port etcd-peer 24000)"
    start etcd --data-dir="$dir/etcd" --listen-client-urls="$etcd_url" --advertise-client-urls="$etcd_url" \
        --listen-peer-urls="$peer" --initial-advertise-peer-urls="$peer" --initial-cluster="default=$peer"
}

# The address to advertise decides what the certificate that the server makes is valid for. Endpoints may not
# be on the loopback address, so nobody reconciles those of the service `kubernetes`.
start_apiserver() {
    local port
    port=$(free_port kube-apiserver 28000)
    server="https://127.0.0.1:$port"
    start kube-apiserver --etcd-servers="$etcd_url" --secure-port="$port" --bind-address=127.0.0.1 \
        --advertise-address=127.0.0.1 --endpoint-reconciler-type=none --cert-dir="$dir/pki" \
        --service-cluster-ip-range=10.96.0.0/16 --service-account-issuer=https://lab \
        --service-account-key-file="$dir/pki/sa.pub" --service-account-signing-key-file="$dir/pki/sa.key" \
        --token-auth-file="$dir/pki/tokens.csv" --authorization-mode=RBAC --allow-privileged=true \
        --disable-admission-plugins=ServiceAccount
}

start_controller_manager() {
    start kube-controller-manager --kubeconfig="$dir/kubeconfig" --leader-elect=false \
        --port=0 --secure-port=0 --service-account-private-key-file="$dir/pki/sa.key"
}

start_scheduler() {
    start kube-scheduler --kubeconfig="$dir/kubeconfig" --leader-elect=false --port=0 --secure-port=0
}

write_kubeconfig() {
    cat >"$dir/kubeconfig.new" <<END
apiVersion: v1
kind: Config
current-context: realcluster
clusters:
- name: realcluster
  cluster:
    server: $server
    certificate-authority-data: $(base64 -w 0 "$dir/pki/apiserver.crt")
users:
- name: admin
  user:
    token: $(cut -d, -f1 "$dir/pki/tokens.csv")
contexts:
- name: realcluster
  context: {cluster: realcluster, user: admin}
END
    mv "$dir/kubeconfig.new" "$dir/kubeconfig"
}

answers() {
    "$programs/kubectl" --kubeconfig="$dir/kubeconfig" --request-timeout=5s get --raw "$1" >/dev/null 2>&1
}

# The port answers before the default namespace exists.
apiserver_is_ready() { answers /readyz && answers /api/v1/namespaces/default; }

# wait_for COMMAND…: until it succeeds, or one minute has gone by.
wait_for() {
    local until=$((SECONDS + 60))
    until "$@"; do
        check
        ((SECONDS < until)) || die "no success within a minute: $* (logs: $dir)"
        pause 0.1
    done
}

# is_running PID: a process that ended, and that the shell has not noticed yet, does not.
is_running() {
    local state
    { read -r _ _ state _ <"/proc/$1/stat"; } 2>/dev/null && [[ $state != Z ]]
}

# check: ends the script when there is a reason to.
check() {
    local i parent
    for i in "${!pids[@]}"; do
        ! is_running "${pids[i]}" || continue
        tail -n 20 "$dir/${names[i]}.log" >&2
        die "${names[i]} ended by itself (log: $dir/${names[i]}.log)"
    done
    read -r _ _ _ parent _ <"/proc/$$/stat"
    [[ $parent == "$PPID" ]] || exit 0
    ((kill_after == 0 || SECONDS < kill_after)) || exit 124
}

signal_all() {
    local pid
    for pid in "${pids[@]}"; do
        kill "-$1" "$pid" 2>/dev/null || true
    done
}

any_is_running() {
    local pid
    for pid in "${pids[@]}"; do
        ! is_running "$pid" || return 0
    done
    return 1
}

# Two seconds' grace: an API server waits for its watches much longer. A process that a test has stopped could
# not end.
stop_all() {
    trap '' TERM INT HUP
    local until=$((SECONDS + 3))
    signal_all TERM
    signal_all CONT
    while any_is_running && ((SECONDS < until)); do
        pause 0.05
    done
    signal_all KILL
    wait
    rm -f "$dir"/*.pid
}

run() {
    start_etcd
    start_apiserver
    wait_for test -s "$dir/pki/apiserver.crt"
    write_kubeconfig
    wait_for apiserver_is_ready
    [[ $with == *controller-manager* ]] && start_controller_manager
    [[ $with == *scheduler* ]] && start_scheduler
    check
    printf 'ready: %s kubeconfig=%s\n' "$server" "$dir/kubeconfig"
    while :; do
        pause 0.5
        check
    done
}

read_arguments "$@"
[[ -x $programs/kube-apiserver ]] || die "there is no control plane in $programs yet: run ${0%/*}/fetch.sh"
umask 077
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
exec {never}<> <(:)
trap stop_all EXIT
trap 'exit 0' TERM INT HUP
make_credentials
run
