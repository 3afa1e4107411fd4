import { configMap, container, deployment, service, yaml } from "../manifests.js";
import type { Scenario } from "../scenario.js";
import { widget } from "../widgets.js";

const labels = { part: "shop" };

export const scenarios: readonly Scenario[] = [
  {
    name: "on the client's side",
    files: {
      "one.yaml": yaml(
        configMap("a", { x: "1", y: "1" }),
        deployment("web"),
        widget("w", { size: 1, notes: { a: "1" } }),
      ),
      "two.yaml": yaml(
        configMap("a", { x: "2" }),
        deployment("web", { replicas: 3, paused: true }),
        widget("w", { size: 2, notes: { b: "2" } }),
      ),
      "immutable.yaml": yaml(deployment("web", { selector: { matchLabels: { app: "web", more: "other" } } })),
      "two-containers.yaml": yaml({
        ...deployment("web"),
        spec: {
          selector: { matchLabels: { app: "web" } },
          template: {
            metadata: { labels: { app: "web" } },
            spec: { containers: [container("sidecar"), container("main", { ports: [{ containerPort: 80 }] })] },
          },
        },
      }),
    },
    steps: [
      "kubectl apply -f one.yaml",
      "kubectl apply -f one.yaml",
      "kubectl label cm a kept=yes",
      "kubectl scale deployment web --replicas=5",
      "kubectl apply -f two.yaml",
      "kubectl get cm a -o yaml",
      "kubectl get deployment web -o yaml",
      "kubectl get widget w -o yaml",
      "kubectl apply view-last-applied cm a",
      "kubectl apply -f two-containers.yaml",
      "kubectl get deployment web -o jsonpath='{.spec.template.spec.containers}'",
      "! kubectl apply -f immutable.yaml",
      "kubectl create cm plain",
      "kubectl create cm plain --dry-run=client -o yaml | kubectl apply -f -",
      "kubectl apply view-last-applied cm kube-root-ca.crt",
      "kubectl apply set-last-applied -f one.yaml",
      "kubectl apply set-last-applied -f one.yaml",
      "kubectl apply -f one.yaml --dry-run=client",
      "kubectl apply -f one.yaml --dry-run=server",
      "kubectl apply -f one.yaml --dry-run=server -o name",
      "! kubectl apply -f two.yaml --force --overwrite=false",
      "kubectl apply -f one.yaml -o yaml | grep -v time",
      'KUBE_EDITOR=\'sed -i s/\\"1\\"/\\"3\\"/\' kubectl apply edit-last-applied cm a',
      "cat one.yaml | kubectl apply -f - -l app=web",
      "kubectl apply -f .  --dry-run=client 2>&1 | grep -c configured",
      "! kubectl apply",
    ],
  },
  {
    name: "and prune",
    files: {
      "all.yaml": yaml(configMap("a", {}, labels), configMap("b", {}, labels), {
        ...service("s"),
        metadata: { name: "s", labels },
      }),
      "less.yaml": yaml(configMap("a", {}, labels)),
    },
    steps: [
      "kubectl apply -f all.yaml",
      "kubectl apply -f less.yaml --prune -l part=shop --dry-run=server",
      "kubectl apply -f less.yaml --prune -l part=shop --prune-allowlist=core/v1/ConfigMap --prune-allowlist=core/v1/Service",
      "kubectl get cm,svc -l part=shop -o name",
      "! kubectl apply -f less.yaml --prune",
      "! kubectl apply -f less.yaml --prune -l part=shop --prune-allowlist=core/v1/Nothing",
      "KUBECTL_APPLYSET=true kubectl apply -f all.yaml --prune --applyset=mine -n $NS",
      "kubectl get secret mine -o yaml",
      // kubectl iterates over a map of kinds here: the order of pruning is random.
      "KUBECTL_APPLYSET=true kubectl apply -f less.yaml --prune --applyset=mine -n $NS | sort",
      "kubectl get cm,svc -o name",
      "KUBECTL_APPLYSET=true kubectl apply -f less.yaml --server-side --prune --applyset=configmaps/other -n $NS",
      "! KUBECTL_APPLYSET=true kubectl apply -f less.yaml --prune --applyset=nothing/other -n $NS",
    ],
  },
  {
    name: "on the server's side",
    files: {
      "one.yaml": yaml(
        configMap("a", { x: "1" }),
        deployment("web"),
        widget("w", { size: 1, parts: [{ name: "p", count: 1 }] }),
      ),
      "two.yaml": yaml(
        configMap("a", { x: "2" }),
        deployment("web", { replicas: 4 }),
        widget("w", { size: 2, parts: [{ name: "q" }] }),
      ),
    },
    steps: [
      "kubectl apply --server-side -f one.yaml",
      "kubectl apply --server-side -f one.yaml",
      "kubectl get cm a -o yaml --show-managed-fields",
      "! kubectl apply --server-side -f two.yaml --field-manager=other",
      "kubectl apply --server-side -f two.yaml --field-manager=other --force-conflicts",
      "kubectl get cm a -o yaml --show-managed-fields",
      "kubectl get widget w -o yaml --show-managed-fields",
      "! kubectl apply --server-side -f one.yaml",
      "kubectl scale deployment web --replicas=9",
      "! kubectl apply --server-side -f two.yaml --field-manager=other",
      "kubectl apply --server-side -f two.yaml --field-manager=other --force-conflicts --dry-run=server",
      "! kubectl apply --server-side -f two.yaml --dry-run=client",
      "kubectl get deployment web -o jsonpath='{.spec.replicas}'",
      "! kubectl apply --force-conflicts -f one.yaml",
    ],
  },
  {
    name: "from the client's side to the server's",
    files: { "one.yaml": yaml(configMap("a", { x: "1", y: "1" })), "two.yaml": yaml(configMap("a", { x: "2" })) },
    steps: [
      "kubectl apply -f one.yaml",
      "kubectl apply --server-side -f two.yaml",
      "kubectl get cm a -o yaml --show-managed-fields",
      "kubectl apply -f one.yaml",
      "kubectl get cm a -o yaml --show-managed-fields",
      "kubectl apply --server-side -f two.yaml --force-conflicts",
      "kubectl get cm a -o jsonpath='{.data}'",
    ],
  },
  {
    name: "a typing mistake",
    files: {
      "pod.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p, lables: {a: b}}\nspec:\n  containers:\n  - {name: c, image: example.com/c, imagePullPolcy: Always}\n",
      "widget.yaml":
        "apiVersion: kubectl.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 1, colr: red, notes: {a: b}}\n",
      "twice.yaml": 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: t}\ndata: {a: "1", a: "2"}\n',
      "type.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: many, selector: {}, template: {}}\n",
      "values.yaml": "apiVersion: kubectl.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 11}\n",
    },
    steps: [
      "! kubectl apply -f pod.yaml",
      "! kubectl apply -f pod.yaml --validate=strict",
      "! kubectl apply -f pod.yaml --validate=true",
      "kubectl apply -f pod.yaml --validate=warn",
      "kubectl apply -f pod.yaml --validate=ignore",
      "kubectl apply -f pod.yaml --validate=false",
      "! kubectl apply -f widget.yaml",
      "kubectl apply -f widget.yaml --validate=warn",
      "kubectl create -f widget.yaml --validate=ignore --dry-run=server -o name 2>&1 || true",
      "! kubectl apply --server-side -f widget.yaml",
      "kubectl create -f twice.yaml",
      "! kubectl create -f twice.yaml --validate=warn",
      "! kubectl create -f type.yaml",
      "! kubectl create -f type.yaml --validate=ignore",
      "! kubectl apply -f values.yaml",
      "! kubectl apply --server-side -f values.yaml",
      "! kubectl apply -f pod.yaml --validate=nonsense",
      'kubectl patch pod p -p \'{"spec":{"nonsense":1}}\'',
      "! kubectl replace -f widget.yaml",
    ],
  },
  {
    name: "a kustomization",
    files: {
      "base/kustomization.yaml": "resources: [all.yaml]\nconfigMapGenerator:\n- name: made\n  literals: [a=1]\n",
      "base/all.yaml": yaml(deployment("web"), service("web")),
      "over/kustomization.yaml":
        'resources: [../base]\nnamePrefix: over-\nlabels:\n- pairs: {tier: front}\n  includeSelectors: true\nimages:\n- {name: example.com/main, newTag: \'2\'}\npatches:\n- target: {kind: Deployment}\n  patch: \'[{"op": "replace", "path": "/spec/replicas", "value": 7}]\'\n',
      "wrong/kustomization.yaml": "resources: [nothing.yaml]\n",
    },
    steps: [
      "kubectl kustomize over",
      "kubectl apply -k over",
      "kubectl apply -k over",
      "kubectl get -k over",
      "kubectl get deployment over-web -o jsonpath='{.spec.replicas} {.spec.template.spec.containers[0].image} {.spec.selector}'",
      "! kubectl diff -k base",
      "kubectl apply -k over --server-side --force-conflicts",
      "kubectl delete -k over",
      "! kubectl apply -k wrong",
      "! kubectl apply -k nothing",
    ],
  },
];
