# Source this file. It provides a cluster with a node, a registry that the node pulls from, and an image to build on.
#
#   start_node FOLDER BIN    starts all of them and exports the variables that the tests of the project `node` read; the image contains
#                            the Node in BIN
#   stop_node                stops the parts that were started
#   provide PROGRAM          installs the package of that name if the program is missing

node_folder=

provide() { # program
  command -v "$1" >/dev/null && return
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "$1"
}

answers() { curl --silent --fail http://127.0.0.1:5000/v2/ >/dev/null; }

start_registry() {
  answers && return 0 # the machine already runs a registry
  provide docker-registry || return 1
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

# kube-apiserver identifies itself to extension API servers, as kubeadm configures it.
with_front_proxy() { # folder
  local program
  mkdir -p "$1" || return 1
  for program in "$KUBEBUILDER_ASSETS"/*; do ln -sf "$program" "$1/"; done
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=front-proxy-ca -keyout "$1/ca.key" -out "$1/ca.crt" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj /CN=front-proxy-client -keyout "$1/client.key" -out "$1/client.csr" 2>/dev/null
  openssl x509 -req -in "$1/client.csr" -CA "$1/ca.crt" -CAkey "$1/ca.key" -CAcreateserial -days 30 -out "$1/client.crt" 2>/dev/null
  rm "$1/kube-apiserver"
  cat >"$1/kube-apiserver" <<EOF
#!/bin/sh
exec "$KUBEBUILDER_ASSETS/kube-apiserver" "\$@" \\
  --proxy-client-cert-file "$1/client.crt" --proxy-client-key-file "$1/client.key" \\
  --requestheader-client-ca-file "$1/ca.crt" --requestheader-allowed-names front-proxy-client \\
  --requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \\
  --requestheader-extra-headers-prefix X-Remote-Extra-
EOF
  chmod +x "$1/kube-apiserver"
}

start_node() { # folder bin
  node_folder=$1
  mkdir -p "$node_folder/cluster"
  start_registry >"$node_folder/registry.log" 2>&1 || { cat "$node_folder/registry.log"; return 1; }
  with_front_proxy "$node_folder/assets" || return 1
  TSOP_NODE_KUBECONFIG="$(KUBEBUILDER_ASSETS="$node_folder/assets" ../shared/envtest/up.sh --node "$node_folder/cluster" | tail -n 1)"
  [ -e "$TSOP_NODE_KUBECONFIG" ] || return 1
  # Without an endpoint, a Service must refuse connections: on some machines, a program outside of the cluster answers them.
  iptables -I OUTPUT -d 10.0.0.0/24 -j REJECT || return 1
  PATH="$2:$PATH" ../shared/envtest/node-base.sh localhost/node-base:1 >"$node_folder/base.log" 2>&1 || { cat "$node_folder/base.log"; return 1; }
  # Otherwise each of the first images, which tests push at once, compresses the base again.
  buildah push --quiet --tls-verify=false localhost/node-base:1 docker://127.0.0.1:5000/node-base:1 || return 1
  export TSOP_NODE_KUBECONFIG TSOP_REGISTRY=127.0.0.1:5000 TSOP_BASE_IMAGE=localhost/node-base:1
}

stop_node() {
  unset TSOP_NODE_KUBECONFIG
  [ -n "$node_folder" ] || return 0
  iptables -D OUTPUT -d 10.0.0.0/24 -j REJECT 2>/dev/null
  # Stop it even if it did not start completely.
  [ -e "$node_folder/cluster/kubeconfig" ] && ../shared/envtest/down.sh "$node_folder/cluster/kubeconfig"
  [ -e "$node_folder/registry.pid" ] && kill "$(cat "$node_folder/registry.pid")" 2>/dev/null
  node_folder=
}
