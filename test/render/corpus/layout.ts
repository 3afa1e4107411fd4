/** The files of a kustomization, and the order of the rendered objects. */
import {
  all,
  configMap,
  deployment,
  listed,
  overAll,
  overBase,
  rbac,
  type RenderCases,
  service,
  webhooks,
} from "./objects.js";

const component = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";

export const layout: RenderCases = {
  "only-resources": overAll(""),
  "all-fields-of-the-head": overAll(
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: x}\ncomponents: []\nvars: []\n",
  ),
  "other-file-names": {
    files: {
      "kustomization.yml": "Resources: [base, web.yaml]\nNAMEPREFIX: p-\n",
      "base/Kustomization": listed("config.yaml"),
      "base/config.yaml": configMap,
      "web.yaml": deployment,
    },
  },
  bases: {
    files: {
      "base/kustomization.yaml": listed("config.yaml"),
      "base/config.yaml": configMap,
      "overlay/kustomization.yaml": "bases: [../base]\nnamePrefix: p-\nimageTags: []\n",
    },
  },
  "diamond-of-prefixes": overBase("", "nameSuffix: -a\n"),
  components: {
    files: {
      ...overBase("", "components: [../c1, ../c2]\nnamePrefix: p-\n").files,
      "c1/kustomization.yaml": `${component}resources: [extra.yaml]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {replicas: 4}\n`,
      "c1/extra.yaml": service.replace("name: web", "name: extra"),
      "c2/kustomization.yaml": `${component}labels:\n- pairs: {c: two}\nconfigMapGenerator:\n- name: settings\n  behavior: merge\n  literals: [c=2]\n`,
    },
  },
  "components-within-components": {
    files: {
      ...overBase("", "components: [../c1]\n").files,
      "c1/kustomization.yaml": `${component}components: [../c2]\nnameSuffix: "-1"\n`,
      "c2/kustomization.yaml": `${component}nameSuffix: "-2"\n`,
    },
  },
  "component-by-itself": {
    files: { ...all, "kustomization.yaml": `${component}${listed("service.yaml")}namePrefix: p-\n` },
  },
  "order-of-kinds": {
    files: {
      "objects.yaml": [webhooks, rbac, deployment, service, configMap].join("---\n"),
      "kustomization.yaml": listed("objects.yaml"),
    },
  },
  "order-as-listed": {
    files: {
      "objects.yaml": [webhooks, rbac, deployment, service, configMap].join("---\n"),
      "kustomization.yaml": `${listed("objects.yaml")}sortOptions: {order: fifo}\n`,
    },
  },
  "order-of-ones-own": {
    files: {
      "objects.yaml": [webhooks, rbac, deployment, service, configMap].join("---\n"),
      "kustomization.yaml": `${listed("objects.yaml")}sortOptions:
  order: legacy
  legacySortOptions:
    orderFirst: [Service, Deployment]
    orderLast: [ConfigMap]
`,
    },
  },
  "local-config": {
    files: {
      "objects.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: local
  annotations: {config.kubernetes.io/local-config: "true"}
data: {x: y}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  annotations: {config.kubernetes.io/local-config: "false", config.kubernetes.io/path: here}
`,
      "kustomization.yaml": `${listed("objects.yaml")}replacements:
- source: {kind: ConfigMap, name: local, fieldPath: data.x}
  targets:
  - select: {name: kept}
    fieldPaths: [data.x]
    options: {create: true}
`,
    },
  },
  "files-in-folders": {
    files: {
      "deep/er/web.yaml": deployment,
      "deep/patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n",
      "kustomization.yaml": `${listed("deep/er/web.yaml")}patches: [{path: ./deep/../deep/patch.yaml}]\n`,
    },
  },
  "no-resources": { files: { "kustomization.yaml": "resources: []\n" } },
};
