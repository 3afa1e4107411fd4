/** The commands of a cluster administrator. */
import { pod, yaml } from "../manifests.js";
import type { Scenario } from "../scenario.js";

const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "$NS", labels: { disk: "fast", "kubernetes.io/os": "linux" } },
  spec: { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"] },
};
const nodeStatus = {
  capacity: { cpu: "4", memory: "8Gi", pods: "110" },
  allocatable: { cpu: "4", memory: "8Gi", pods: "110" },
  addresses: [{ type: "InternalIP", address: "1.2.3.4" }],
  conditions: [{ type: "Ready", status: "True", reason: "KubeletReady", message: "well" }],
  nodeInfo: {
    ...{ kubeletVersion: "v1.35.4", osImage: "Linux", kernelVersion: "6", containerRuntimeVersion: "containerd://2" },
    ...{
      architecture: "amd64",
      bootID: "b",
      machineID: "m",
      systemUUID: "s",
      operatingSystem: "linux",
      kubeProxyVersion: "",
    },
  },
};
const request = (name: string): string =>
  `openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj /CN=${name}/O=us 2>/dev/null | base64 -w 0 > request\n` +
  `printf '{"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"%s"},"spec":{"signerName":"example.com/own","usages":["client auth"],"request":"%s"}}' $NS-${name} $(cat request) | kubectl create -f -`;

export const scenarios: readonly Scenario[] = [
  {
    name: "nodes",
    files: {
      "node.yaml": yaml(node),
      "status.yaml": yaml({ status: nodeStatus }),
      "pods.yaml": yaml(pod("on", { nodeName: "$NS" }), pod("off")),
    },
    steps: [
      "kubectl create -f node.yaml",
      "kubectl taint node $NS node.kubernetes.io/not-ready-",
      "kubectl patch node $NS --subresource=status --patch-file status.yaml",
      "kubectl get node $NS",
      "kubectl get node $NS -o wide",
      "kubectl label node $NS node-role.kubernetes.io/worker=",
      "kubectl get node $NS",
      "kubectl taint node $NS only=me:NoSchedule",
      "! kubectl taint node $NS only=you:NoSchedule",
      "kubectl taint node $NS only=you:NoSchedule --overwrite",
      "! kubectl taint node $NS only=me:Nonsense",
      "kubectl get node $NS -o jsonpath='{.spec.taints}'",
      "kubectl taint node $NS only-",
      "! kubectl taint node $NS only-",
      "kubectl cordon $NS",
      "kubectl cordon $NS",
      "kubectl get node $NS",
      "kubectl describe node $NS",
      "kubectl create -f pods.yaml",
      "! kubectl drain $NS",
      "kubectl drain $NS --force --dry-run=server",
      "kubectl drain $NS --force --disable-eviction --grace-period=0",
      "kubectl get pods",
      "kubectl uncordon $NS",
      "! kubectl cordon nothing",
      "! kubectl top node $NS",
      "kubectl delete node $NS",
    ],
  },
  {
    name: "certificates",
    steps: [
      request("one"),
      request("two"),
      "kubectl get csr $NS-one $NS-two",
      "kubectl certificate approve $NS-one",
      "kubectl certificate deny $NS-two",
      "kubectl get csr $NS-one $NS-two",
      "! kubectl certificate deny $NS-one",
      "kubectl certificate approve $NS-one",
      "kubectl get csr $NS-one -o jsonpath='{.spec.username} {.spec.groups} {.status.conditions[0].type} {.status.conditions[0].reason} {.status.conditions[0].message}'",
      "kubectl describe csr $NS-one",
      "! kubectl certificate approve nothing",
      "kubectl delete csr $NS-one $NS-two",
    ],
  },
  {
    name: "warnings",
    files: {
      "widget.yaml":
        "{apiVersion: kubectl.example.com/v1beta1, kind: Widget, metadata: {name: old}, spec: {size: 1}}\n",
      "endpoints.yaml": "{apiVersion: v1, kind: Endpoints, metadata: {name: a}}\n",
      "finalizer.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: f, finalizers: [odd]}}\n",
    },
    steps: [
      "kubectl apply -f widget.yaml",
      "kubectl get widgets.v1beta1.kubectl.example.com",
      "kubectl get endpoints",
      "kubectl create -f endpoints.yaml",
      "! kubectl create -f finalizer.yaml",
      "kubectl get componentstatuses -o name > /dev/null",
      "! kubectl get endpoints --warnings-as-errors",
    ],
  },
];
