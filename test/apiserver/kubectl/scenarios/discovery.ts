import type { Scenario } from "../scenario.js";

const groups = [
  ...["", "apps", "batch", "autoscaling", "policy", "networking.k8s.io", "rbac.authorization.k8s.io", "storage.k8s.io"],
  ...["admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "authentication.k8s.io"],
  ...["authorization.k8s.io", "certificates.k8s.io", "coordination.k8s.io", "discovery.k8s.io", "events.k8s.io"],
  ...["flowcontrol.apiserver.k8s.io", "node.k8s.io", "resource.k8s.io", "scheduling.k8s.io", "kubectl.example.com"],
];

export const scenarios: readonly Scenario[] = [
  {
    name: "what there is",
    steps: [
      ...groups.map((group) => `kubectl api-resources --api-group=${group} -o wide`),
      "kubectl api-resources",
      "kubectl api-resources --namespaced=false -o name",
      "kubectl api-resources --verbs=deletecollection,watch --sort-by=kind",
      "kubectl api-resources --categories=all",
      "kubectl api-resources --api-group=nothing",
      "kubectl api-resources --no-headers --api-group=apps --cached",
      "kubectl api-versions",
      "! kubectl api-resources --sort-by=nonsense",
      "! kubectl api-resources too many",
    ],
  },
  {
    name: "about the server",
    steps: [
      "kubectl cluster-info",
      "kubectl version | grep Server",
      "kubectl version -o json | grep -A 12 serverVersion | grep -v -e build -e Date -e git -e go -e platform -e compiler",
      "kubectl config view",
      "kubectl config view --minify -o jsonpath='{.contexts}'",
      "kubectl config current-context",
      "kubectl config get-contexts",
      "kubectl cluster-info dump --namespaces=$NS 2>&1 | head -3",
    ],
  },
  {
    name: "what there is not",
    steps: [
      "! kubectl get foos",
      "! kubectl get foos.example.com",
      "! kubectl get pods.v9.apps",
      "! kubectl get foos/bar",
      "! kubectl describe foos",
      "! kubectl delete foos a",
      "! kubectl label foos a b=c",
      "! kubectl scale foos a --replicas=1",
      "! kubectl get deployment nothing",
      "! kubectl describe deployment nothing",
      "! kubectl describe widgets nothing",
      "kubectl describe pods",
      "kubectl get widgets",
      "kubectl get events",
      "kubectl events",
      "kubectl describe widgets",
      "! kubectl nonsense",
      "! kubectl top pods",
      "! kubectl top nodes",
      "! kubectl logs nothing",
      "! kubectl exec nothing -- true",
      "! kubectl port-forward nothing 80",
      "! kubectl attach nothing",
      "! kubectl cp nothing:/a b",
      "! kubectl debug nothing --image=example.com/a",
    ],
  },
];
