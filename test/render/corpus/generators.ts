/** Config maps and secrets that are generated. */
import { overAll, overBase, type RenderCases } from "./objects.js";

export const generators: RenderCases = {
  "config-map-of-literals": overAll(
    `configMapGenerator:
- name: made
  literals:
  - a=1
  - b="quoted"
  - c='x=y'
  - d=
  - "e=two words"
  - f=<&>
`,
  ),
  "config-map-of-files": overAll(
    `configMapGenerator:
- name: made
  files:
  - app.properties
  - renamed=data/other.txt
  - empty.txt
`,
    {
      "app.properties": "a=1\nb=2\n",
      "data/other.txt": "no line break at the end",
      "empty.txt": "",
    },
  ),
  "config-map-of-env-files": overAll("configMapGenerator:\n- name: made\n  envs: [one.env]\n  env: two.env\n", {
    "one.env": "\ufeffA=1\n# comment\n\n  B = x \nC\nD==\n",
    "two.env": "E='quoted'\r\nF=2\r\n",
  }),
  "secret-of-literals": overAll(
    "secretGenerator:\n- name: made\n  type: kubernetes.io/basic-auth\n  literals:\n  - username=me\n  - password=s3cret\n",
  ),
  "secret-of-a-long-file": overAll("secretGenerator:\n- name: made\n  files: [long.txt]\n", {
    "long.txt": "0123456789".repeat(20),
  }),
  "secret-as-long-as-a-line": overAll("secretGenerator:\n- name: made\n  files: [a, b, c]\n", {
    a: "x".repeat(51),
    b: "x".repeat(52),
    c: "x".repeat(53),
  }),
  "generator-options": overAll(
    `generatorOptions:
  labels: {made: "yes"}
  annotations: {note: all}
  disableNameSuffixHash: true
configMapGenerator:
- name: one
  literals: [a=1]
- name: two
  literals: [a=1]
  options:
    labels: {made: "no", more: x}
    immutable: true
`,
  ),
  "hash-in-references": overBase(
    "",
    "namePrefix: my-\nconfigMapGenerator:\n- name: settings\n  behavior: replace\n  literals: [b=three]\n",
    {},
  ),
  "hash-of-a-generated-map-in-references": {
    files: {
      ...overAll("").files,
      "kustomization.yaml": `resources: [deployment.yaml]
configMapGenerator:
- name: settings
  literals: [b=2]
secretGenerator:
- name: token
  literals: [t=1]
`,
    },
  },
  "merged-in-layers": {
    files: {
      "base/kustomization.yaml":
        "configMapGenerator:\n- name: made\n  literals: [a=1, b=2]\n  options: {labels: {from: base}}\n",
      "overlay/kustomization.yaml": `resources: [../base]
namePrefix: my-
configMapGenerator:
- name: made
  behavior: merge
  literals: [b=3, c=4]
  options: {labels: {over: it}, annotations: {x: "y"}}
`,
    },
  },
  "replaced-in-layers": {
    files: {
      "base/kustomization.yaml": "secretGenerator:\n- name: made\n  literals: [a=1, b=2]\n",
      "overlay/kustomization.yaml":
        "resources: [../base]\nsecretGenerator:\n- name: made\n  behavior: replace\n  literals: [c=4]\n",
    },
  },
  "generated-in-a-namespace": overAll(
    "namespace: prod\nconfigMapGenerator:\n- name: made\n  namespace: other\n  literals: [a=1]\n",
  ),
  "generated-and-patched": overAll(
    `configMapGenerator:
- name: made
  literals: [a=1]
patches:
- target: {kind: ConfigMap, name: made}
  patch: |-
    - op: add
      path: /data/b
      value: "2"
`,
  ),
};
