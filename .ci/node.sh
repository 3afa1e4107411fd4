# Source this file. It provides a cluster with a node, a registry that the node pulls from, and an image to build on.
#
#   start_node FOLDER    starts all of them and exports the variables that the tests of the project `node` read
#   stop_node            stops the parts that were started

node_folder=

answers() { curl --silent --fail http://127.0.0.1:5000/v2/ >/dev/null; }

start_registry() {
  answers && return 0 # the machine already runs a registry
  command -v docker-registry >/dev/null || { apt-get update -qq && apt-get install -y -qq docker-registry; } || return 1
  mkdir -p "$node_folder/registry"
  cat >"$node_folder/registry.yml" <<EOF
version: 0.1
log: {level: error}
storage: {filesystem: {rootdirectory: "$node_folder/registry"}}
http: {addr: "127.0.0.1:5000"}
EOF
  docker-registry serve "$node_folder/registry.yml" &
  echo "$!" >"$node_folder/registry.pid"
  for _ in $(seq 40); do answers && return 0; sleep 0.25; done
  return 1
}

start_node() { # folder
  node_folder=$1
  mkdir -p "$node_folder/cluster"
  start_registry >"$node_folder/registry.log" 2>&1 || { cat "$node_folder/registry.log"; return 1; }
  TSOP_NODE_KUBECONFIG="$(../shared/envtest/up.sh --node "$node_folder/cluster" | tail -n 1)"
  [ -e "$TSOP_NODE_KUBECONFIG" ] || return 1
  ../shared/envtest/node-base.sh localhost/node-base:1 >"$node_folder/base.log" 2>&1 || { cat "$node_folder/base.log"; return 1; }
  export TSOP_NODE_KUBECONFIG TSOP_REGISTRY=127.0.0.1:5000 TSOP_BASE_IMAGE=localhost/node-base:1
}

stop_node() {
  unset TSOP_NODE_KUBECONFIG
  [ -n "$node_folder" ] || return 0
  # Stop it even if it did not start completely.
  [ -e "$node_folder/cluster/kubeconfig" ] && ../shared/envtest/down.sh "$node_folder/cluster/kubeconfig"
  [ -e "$node_folder/registry.pid" ] && kill "$(cat "$node_folder/registry.pid")" 2>/dev/null
  node_folder=
}
