/** Replacements. */
import { overAll, overBase, type RenderCases } from "./objects.js";

function replacement(source: string, targets: string): string {
  return `replacements:\n- source: ${source}\n  targets:\n${targets.replace(/^/gm, "  ")}\n`;
}

export const replacements: RenderCases = {
  "replace-a-name": overAll(
    replacement("{kind: Service, name: web}", "- select: {kind: Bar}\n  fieldPaths: [spec.configRef]"),
  ),
  "replace-with-a-field": overAll(
    replacement(
      "{kind: Deployment, fieldPath: 'spec.template.spec.containers.[name=web].image'}",
      "- select: {kind: Bar}\n  fieldPaths: ['spec.list.[name=a].name', 'spec.template.spec.containers.*.image']",
    ),
  ),
  "replace-a-number": overAll(
    replacement("{kind: Deployment, fieldPath: spec.replicas}", "- select: {kind: Bar}\n  fieldPaths: [spec.size]"),
  ),
  "replace-with-delimiters": overAll(
    replacement(
      "{kind: Deployment, fieldPath: spec.template.spec.containers.0.image, options: {delimiter: ':', index: 1}}",
      "- select: {kind: Bar}\n  fieldPaths: [spec.template.spec.containers.0.image]\n  options: {delimiter: ':', index: 1}\n- select: {kind: ConfigMap}\n  fieldPaths: [data.b]\n  options: {delimiter: '-', index: -1}\n- select: {kind: Service}\n  fieldPaths: [spec.selector.app]\n  options: {delimiter: '-', index: 9}",
    ),
  ),
  "replace-and-create": overAll(
    replacement(
      "{kind: Deployment, fieldPath: spec.replicas}",
      "- select: {kind: Bar}\n  fieldPaths: [spec.new.inner, 'metadata.annotations.[example.com/x]', 'spec.list.[name=z].value', spec.items.0]\n  options: {create: true}",
    ),
  ),
  "replace-and-reject": overAll(
    replacement(
      "{kind: ConfigMap, fieldPath: data.b}",
      "- select: {name: .*}\n  reject: [{kind: Deployment}, {kind: ConfigMap}, {labelSelector: app=web}]\n  fieldPaths: [metadata.labels.value]\n  options: {create: true}",
    ),
  ),
  "replace-a-map": overAll(
    replacement(
      "{kind: Service, fieldPath: spec.selector}",
      "- select: {kind: Bar}\n  fieldPaths: [spec.selector]\n  options: {create: true}",
    ),
  ),
  "replace-with-a-value": overAll(
    "replacements:\n- sourceValue: fixed\n  targets:\n  - select: {kind: ConfigMap}\n    fieldPaths: [data.b]\n",
  ),
  "replace-from-a-file": overAll("replacements:\n- path: one.yaml\n- path: list.yaml\n", {
    "one.yaml": "source: {kind: Service, name: web}\ntargets:\n- select: {kind: ConfigMap}\n  fieldPaths: [data.b]\n",
    "list.yaml":
      "- source: {kind: Bar, fieldPath: spec.size}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: [spec.replicas]\n",
  }),
  "replace-with-a-name-under-a-prefix": overBase(
    "namePrefix: a-\n",
    `namePrefix: b-\n${replacement("{kind: Service, name: a-web}", "- select: {kind: Bar, name: bar}\n  fieldPaths: [spec.configRef]")}`,
  ),
  "replace-inside-json": overAll(
    replacement(
      "{kind: Deployment, fieldPath: spec.replicas}",
      "- select: {kind: ConfigMap, name: json}\n  fieldPaths: ['data.compact\\.json.a.b', 'data.pretty\\.json.list.[name=x].n']",
    ),
    {
      "config.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: json}
data:
  compact.json: '{"z": 1, "a": {"b": 5, "c": "<x>"}, "numbers": [9007199254740993, 1e20, 1e21, 1e-7, -0.0, -0, 1.0]}'
  pretty.json: |
    {
      "list": [
        {"name": "x", "n": 1}
      ]
    }
`,
    },
  ),
  "replace-parts-of-a-certificate": overAll(
    `namespace: prod
namePrefix: my-
${replacement(
  "{kind: Service, version: v1, name: web, fieldPath: .metadata.name}",
  "- select: {kind: Bar}\n  fieldPaths: [.spec.dnsNames.0, .spec.dnsNames.1]\n  options: {delimiter: '.', index: 0, create: true}",
)}- source: {kind: Service, version: v1, name: web, fieldPath: .metadata.namespace}
  targets:
  - select: {kind: Bar}
    fieldPaths: [.spec.dnsNames.0, .spec.dnsNames.1]
    options: {delimiter: '.', index: 1, create: true}
`,
    {
      "custom.yaml": `apiVersion: example.com/v1
kind: Bar
metadata: {name: bar}
spec:
  dnsNames:
  - SERVICE_NAME.SERVICE_NAMESPACE.svc
  - SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local
`,
    },
  ),
};
