/** Strategic merge patches and JSON patches. */
import { customResource, deployment, listed, overAll, overBase, type RenderCases } from "./objects.js";

function strategic(spec: string, kind = "Deployment", apiVersion = "apps/v1", name = "web"): string {
  const head = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
  return `patches:\n- patch: |-\n${(head + spec).replace(/^/gm, "    ")}\n`;
}

function json(target: string, operations: string): string {
  return `patches:\n- target: ${target}\n  patch: |-\n${operations.replace(/^/gm, "    ")}\n`;
}

const pod = (text: string): string => `spec:\n  template:\n    spec:\n${text.replace(/^/gm, "      ")}`;

export const patches: RenderCases = {
  "merge-a-scalar": overAll(strategic("spec:\n  replicas: 7\n")),
  "merge-containers": overAll(
    strategic(
      pod(`containers:
- name: side
  image: side:v2
- name: new
  image: new:v1
- name: web
  env:
  - name: B
    value: replaced
  - name: C
    value: added
  ports:
  - containerPort: 80
    protocol: UDP
  - containerPort: 443`),
    ),
  ),
  "merge-ports-with-protocols": {
    files: {
      "web.yaml": deployment.replace(
        "        - containerPort: 80\n          name: http\n",
        "        - {containerPort: 80, protocol: TCP, name: http}\n        - {containerPort: 80, protocol: UDP, name: quic}\n",
      ),
      "kustomization.yaml":
        listed("web.yaml") +
        strategic(
          pod(
            "containers:\n- name: web\n  ports:\n  - {containerPort: 80, protocol: UDP, name: changed}\n  - {containerPort: 81}",
          ),
        ),
    },
  },
  "delete-with-null": overAll(strategic("  labels:\n    app: null\nspec:\n  replicas: null\n")),
  "delete-a-container": overAll(strategic(pod("containers:\n- name: side\n  $patch: delete"))),
  "delete-a-map": overAll(strategic("spec:\n  selector:\n    $patch: delete\n")),
  "delete-an-object": overAll(strategic("$patch: delete\n")),
  "replace-a-list": overAll(strategic(pod("containers:\n- $patch: replace\n- name: only\n  image: only:v1"))),
  "replace-a-map": overAll(strategic("spec:\n  selector:\n    $patch: replace\n    matchExpressions: []\n")),
  "merge-volumes": overAll(
    strategic(pod("volumes:\n- name: settings\n  configMap: null\n  emptyDir: {}\n- name: more\n  emptyDir: {}")),
  ),
  "merge-tolerations-as-a-whole": overAll(strategic(pod("tolerations:\n- key: a\n- key: b\nnodeSelector: {a: b}"))),
  "merge-a-custom-resource": overAll(
    strategic("spec:\n  list:\n  - name: b\n    value: 5\n  more: {x: [1, 2]}\n", "Bar", "example.com/v1", "bar"),
  ),
  "merge-service-ports": overAll(
    strategic("spec:\n  ports:\n  - port: 443\n  - port: 80\n    name: http\n", "Service", "v1"),
  ),
  "merge-finalizers": {
    files: {
      "bar.yaml": deployment.replace("  name: web\n", "  name: web\n  finalizers: [a.io/x, b.io/y]\n"),
      "kustomization.yaml": `${listed("bar.yaml")}patches:
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      finalizers: [c.io/z, a.io/x]
`,
    },
  },
  "merge-service-account-secrets": {
    files: {
      "account.yaml":
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\nimagePullSecrets: [{name: a}]\nsecrets: [{name: s}]\n",
      "kustomization.yaml":
        listed("account.yaml") +
        strategic("imagePullSecrets:\n- name: b\nsecrets:\n- name: t\n", "ServiceAccount", "v1"),
    },
  },
  "merge-with-nulls-around": {
    files: {
      "bar.yaml": customResource.replace(
        "spec:\n",
        "spec:\n  empty:\n  spelled: null\n  tilde: ~\n  inner: {a: null, b: 1}\n",
      ),
      "kustomization.yaml":
        listed("bar.yaml") + strategic("spec:\n  size: 4\n  added: {x: null, y: 1}\n", "Bar", "example.com/v1", "bar"),
    },
  },
  "merge-changes-quotes": {
    files: {
      "bar.yaml": customResource.replace("spec:\n", 'spec:\n  quoted: "1"\n  plain: 1\n  word: yes\n'),
      "kustomization.yaml":
        listed("bar.yaml") + strategic('spec:\n  quoted: 2\n  plain: "2"\n  word: 3\n', "Bar", "example.com/v1", "bar"),
    },
  },
  "merge-file-with-two-patches": overAll("patches:\n- path: both.yaml\n", {
    "both.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 9}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer}
`,
  }),
  "merge-with-a-target": overAll(
    `patches:
- target: {kind: Deployment|Service, name: w.*}
  patch: |-
    apiVersion: any/v1
    kind: Deployment
    metadata:
      name: ignored
      labels: {added: "yes", gone: null}
      annotations: {note: 5}
`,
  ),
  "merge-selected-by-labels": overAll(
    `patches:
- target: {labelSelector: "app in (web),!missing"}
  patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: x, annotations: {by: label}}
- target: {annotationSelector: "by=label"}
  patch: |-
    - {op: add, path: /metadata/annotations/then, value: annotation}
`,
  ),
  "merge-that-renames": overAll(
    `patches:
- patch: |-
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: renamed}
  target: {kind: ConfigMap}
  options: {allowNameChange: true}
- patch: |-
    apiVersion: example.com/v1
    kind: Baz
    metadata: {name: bar}
  target: {kind: Bar}
  options: {allowKindChange: true}
`,
  ),
  "merge-after-a-prefix": overBase("namePrefix: a-\nnamespace: dev\n", strategic("spec: {replicas: 1}\n")),
  "merge-by-the-new-name": overBase(
    "namePrefix: a-\nnamespace: dev\n",
    strategic("spec: {replicas: 1}\n", "Deployment", "apps/v1", "a-web\n  namespace: dev"),
  ),
  "empty-patch-file": overAll("patches:\n- path: empty.yaml\n", { "empty.yaml": "# nothing yet\n" }),
  "patches-strategic-merge": overAll(
    "patchesStrategicMerge:\n- patch.yaml\n- |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  $patch: delete\n",
    { "patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n" },
  ),
  "patches-json-6902": overAll(
    `patchesJson6902:
- target: {group: apps, version: v1, kind: Deployment, name: web}
  path: patch.json
- target: {version: v1, kind: Service, name: web}
  patch: |-
    - op: replace
      path: /spec/ports/0/port
      value: 8080
`,
    {
      "patch.json":
        '[{"op": "remove", "path": "/spec/replicas"}, {"op": "add", "path": "/spec/paused", "value": true}]',
    },
  ),
  "json-operations": overAll(
    json(
      "{kind: Deployment}",
      `- op: test
  path: /spec/replicas
  value: 2
- op: add
  path: /spec/template/spec/containers/0/env/-
  value: {name: Z, value: last}
- op: add
  path: /spec/template/spec/containers/0/env/0
  value: {name: FIRST, value: "yes"}
- op: remove
  path: /spec/template/spec/containers/1
- op: copy
  from: /metadata/name
  path: /metadata/labels/copied
- op: move
  from: /spec/template/spec/serviceAccountName
  path: /spec/template/spec/moved
- op: replace
  path: /metadata/labels/app
  value: changed`,
    ),
  ),
  "json-adds-annotations": overAll(
    json("{kind: Service}", "- {op: add, path: /metadata/annotations/a.b~1c, value: x}"),
  ),
  "json-counts-back": overAll(
    json(
      "{kind: Deployment}",
      "- {op: remove, path: /spec/template/spec/containers/-1}\n- {op: add, path: /spec/template/spec/volumes/-1, value: {name: last}}",
    ),
  ),
  "json-with-old-booleans": overAll(
    json(
      "{kind: Bar}",
      "- {op: add, path: /spec/on, value: yes}\n- {op: add, path: /spec/off, value: {y: n}}\n- {op: add, path: /spec/day, value: 2001-01-02}",
    ),
  ),
  "json-for-all": overAll(json("{}", "- {op: add, path: /metadata/labels, value: {all: x}}")),
  "json-by-namespace": overBase(
    "namespace: dev\n",
    json("{namespace: default, kind: Service}", "- {op: add, path: /spec/type, value: ClusterIP}"),
  ),
  "json-with-numbers": overAll(
    json(
      "{kind: Bar}",
      "- {op: add, path: /spec/n, value: [1, 1.0, 1.5, 1e3, 12345678, 1e21, 0.00001, -0.5, 0777, 0x1F]}",
    ),
  ),
};
