/** Labels, annotations, images and replicas. */
import { customResource, deployment, listed, overAll, overBase, type RenderCases, service } from "./objects.js";

const affinity = deployment.replace(
  "      serviceAccountName: runner\n",
  `      topologySpreadConstraints:
      - labelSelector:
          matchLabels: {app: web}
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - podAffinityTerm:
              labelSelector:
                matchLabels: {app: web}
`,
);

export const fields: RenderCases = {
  labels: overAll("labels:\n- pairs:\n    team: blue\n    app: other\n"),
  "labels-in-templates": overAll("labels:\n- pairs: {team: blue}\n  includeTemplates: true\n"),
  "labels-in-selectors": overAll("labels:\n- pairs: {team: blue}\n  includeSelectors: true\n"),
  "labels-in-own-fields": overAll(
    "labels:\n- pairs: {team: blue}\n  fields:\n  - path: spec/labels\n    kind: Bar\n    create: true\n",
  ),
  "common-labels": overAll("commonLabels:\n  team: blue\n  number: '5'\n"),
  "common-labels-of-affinities": {
    files: { "web.yaml": affinity, "kustomization.yaml": `${listed("web.yaml")}commonLabels: {team: blue}\n` },
  },
  "common-labels-of-many-kinds": {
    files: {
      "objects.yaml": `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec: {}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: budget}
spec:
  selector:
    matchLabels: {app: web}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: policy}
spec:
  podSelector:
    matchLabels: {app: web}
  ingress:
  - from:
    - podSelector:
        matchLabels: {app: web}
    - namespaceSelector: {}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: daemons}
spec: {template: {metadata: null}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: set}
spec:
  volumeClaimTemplates:
  - metadata: {name: data}
---
${service}`,
      "kustomization.yaml": `${listed("objects.yaml")}commonLabels: {team: blue}\ncommonAnnotations: {note: x}\n`,
    },
  },
  "labels-then-a-patch": overBase(
    "commonLabels: {team: blue}\n",
    `patches:
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      labels:
        team: red
`,
  ),
  "common-annotations": overAll("commonAnnotations:\n  note: |-\n    two\n    lines\n  number: '1'\n"),
  "custom-label-and-annotation-fields": overAll(
    "commonLabels: {team: blue}\ncommonAnnotations: {note: x}\nconfigurations: [fields.yaml]\n",
    {
      "fields.yaml": `commonLabels:
- path: spec/template/metadata/labels
  kind: Bar
  create: true
commonAnnotations:
- path: spec/notes
  kind: Bar
  create: true
`,
    },
  ),
  "annotations-that-are-no-texts": {
    files: {
      "bar.yaml": customResource.replace(
        "  name: bar\n",
        "  name: bar\n  annotations:\n    number: 1\n    yes: true\n    nothing: null\n  labels:\n    number: 1\n",
      ),
      "kustomization.yaml": listed("bar.yaml"),
    },
  },
  "image-tag": overAll("images:\n- name: nginx\n  newTag: '1.27'\n"),
  "image-name": overAll("images:\n- name: nginx\n  newName: registry.example.com/nginx\n"),
  "image-digest": overAll("images:\n- name: nginx\n  digest: sha256:abcd\n"),
  "image-tag-and-digest": overAll("images:\n- name: nginx\n  newTag: v2\n  digest: sha256:abcd\n"),
  "image-tag-suffix": overAll("images:\n- name: nginx\n  tagSuffix: -alpine\n"),
  "image-with-a-port": overAll("images:\n- name: example.com:5000/side\n  newTag: v1\n"),
  "image-in-layers": overBase("images:\n- name: nginx\n  newName: web\n", "images:\n- name: web\n  newTag: v3\n"),
  "image-that-nobody-uses": overAll("images:\n- name: unused\n  newTag: v1\n"),
  "image-in-own-fields": overAll("images:\n- name: settings\n  newTag: v1\nconfigurations: [fields.yaml]\n", {
    "fields.yaml": "images:\n- path: spec/configRef\n  kind: Bar\n",
  }),
  replicas: overAll("replicas:\n- name: web\n  count: 5\n"),
  "replicas-under-a-prefix": overBase("namePrefix: a-\n", "replicas:\n- name: web\n  count: 0\n"),
  "replicas-in-own-fields": overAll("replicas:\n- name: bar\n  count: 7\nconfigurations: [fields.yaml]\n", {
    "fields.yaml": "replicas:\n- path: spec/size\n  kind: Bar\n  create: true\n",
  }),
};
