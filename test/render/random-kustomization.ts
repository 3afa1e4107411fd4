/** Small kustomizations at random: of fields that people combine, with values that YAML readers stumble over. */
import { configMap, customResource, deployment, rbac, type RenderCase, service, webhooks } from "./corpus/objects.js";

const objects = { deployment, service, configMap, rbac, webhooks, customResource };

const names = ["web", "settings", "runner", "reader", "bar", "extra", "settings-2"];
const namespaces = ["system", "prod", "default", "kube-public"];
/** As they stand in a kustomization, quotes included. */
const texts = [
  ..."a on '1' \"yes\" '' 1.0e3 0x1f '~' \"007\" \"#c\" x#y 12:30 '2001-01-01' é".split(" "),
  ...["'a: b'", "'- a'", '"two\\nlines"', "'it''s'", '" padded "', `'a long text ${"goes on and ".repeat(8)}ends'`],
];
const values = [...texts, ..."1 -1 1.5 true null ~ [] {} [1,two] 1e3 .5 2001-01-01".split(" "), "{a: 1}"];
const images = ["nginx", "example.com:5000/side", "nginx:1.25", "side", "n.*"];

class Choices {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  some<T>(choices: readonly T[], chance: number): T[] {
    return choices.filter(() => this.#random() < chance);
  }

  isLikely(chance: number): boolean {
    return this.#random() < chance;
  }
}

type Field = (choices: Choices) => string;

const labels: Field = (choices) =>
  `{${choices
    .some(["app", "tier", "x.io/y"], 0.6)
    .map((key) => `${key}: ${choices.of(texts)}`)
    .join(", ")}}`;

const target: Field = (choices) =>
  `{${[
    `kind: ${choices.of(["Deployment", "Service", "ConfigMap", "Bar", ".*", "'(Cluster)?RoleBinding'"])}`,
    ...choices.some([`name: ${choices.of([...names, "w.*"])}`, `namespace: ${choices.of(namespaces)}`], 0.3),
  ].join(", ")}}`;

const paths = [
  "/metadata/labels",
  "/metadata/annotations/x",
  "/data/b",
  "/data/new",
  "/spec/replicas",
  "/spec/ports/0/port",
  "/spec/ports/-",
  "/spec/list/1",
];

const strategic: Field = (choices) =>
  choices.of([
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: ${choices.of(values)}}}`,
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, annotations: {x: ${choices.of(texts)}}}, spec: {template: {spec: {containers: [{name: ${choices.of(["web", "side", "more"])}, image: ${choices.of(images)}, env: [{name: A, value: ${choices.of(texts)}}]}]}}}}`,
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {spec: {volumes: [{name: settings, ${choices.of(["$patch: delete", "emptyDir: {}", "configMap: null, secret: {secretName: settings}"])}}]}}}}`,
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {b: ${choices.of(values)}, c: ${choices.of(texts)}}}`,
    `{apiVersion: example.com/v1, kind: Bar, metadata: {name: bar}, spec: {size: ${choices.of(values)}, list: ${choices.of(values)}}}`,
    `{apiVersion: v1, kind: ${choices.of(["Service", "ConfigMap"])}, metadata: {name: ${choices.of(["web", "settings"])}}, $patch: delete}`,
  ]);

const operation: Field = (choices) => {
  const op = choices.of(["add", "add", "add", "replace", "remove"]);
  return `{op: ${op}, path: ${choices.of(paths)}${op === "remove" ? "" : `, value: ${choices.of(values)}`}}`;
};

const generated: Field = (choices) => {
  const name = choices.of(["settings", "extra", "tls"]);
  const parts = [
    `name: ${name}`,
    `literals: [${choices
      .some([`a=${choices.of(["1", "x y", "'q'", "a=b"])}`, "b=three", "long=" + "x".repeat(90)], 0.6)
      .map((each) => JSON.stringify(each))
      .join(", ")}]`,
    ...choices
      .some(
        [
          `behavior: ${choices.of(["create", "merge", "replace"])}`,
          "options: {disableNameSuffixHash: true}",
          "options: {labels: {g: '1'}, immutable: true}",
          `namespace: ${choices.of(namespaces)}`,
        ],
        0.25,
      )
      .filter((part, index, all) => all.findIndex((other) => other.split(":")[0] === part.split(":")[0]) === index),
  ];
  return `[{${parts.join(", ")}}]`;
};

const replacement: Field = (choices) => {
  const source = choices.of([
    "{kind: Deployment, fieldPath: spec.replicas}",
    "{kind: Service, fieldPath: metadata.name}",
    "{kind: ConfigMap, name: settings, fieldPath: data.b}",
    "{kind: Deployment, fieldPath: spec.template.spec.containers.0.image, options: {delimiter: ':', index: 1}}",
  ]);
  const field = choices.of([
    "spec.size",
    "spec.list.[name=b].value",
    "metadata.annotations.from",
    "spec.template.spec.containers.*.image",
    "data.b",
  ]);
  const options = choices.of(["", ", options: {create: true}", ", options: {delimiter: ':', index: 0}"]);
  return `[{source: ${source}, targets: [{select: ${target(choices)}, fieldPaths: [${field}]${options}}]}]`;
};

const fields: Readonly<Record<string, Field>> = {
  namespace: (choices) => choices.of(namespaces),
  namePrefix: (choices) => choices.of(["p-", "'1-'", "''"]),
  nameSuffix: (choices) => choices.of(["-s", "-v2"]),
  commonLabels: labels,
  commonAnnotations: labels,
  labels: (choices) =>
    `[{pairs: ${labels(choices)}${choices.of(["", ", includeSelectors: true", ", includeTemplates: true"])}}]`,
  images: (choices) =>
    `[{name: ${choices.of(images)}, ${choices.of(["newTag: v2", "newTag: '1.0'", "newName: other/image", "digest: sha256:4567", "newName: a, newTag: b", "tagSuffix: -x"])}}]`,
  replicas: (choices) => `[{name: ${choices.of(["web", "bar"])}, count: ${choices.of(["0", "5"])}}]`,
  configMapGenerator: generated,
  secretGenerator: generated,
  generatorOptions: (choices) =>
    choices.of(["{disableNameSuffixHash: true}", "{labels: {a: b}}", "{annotations: {a: b}, immutable: true}"]),
  patches: (choices) =>
    `\n${
      choices
        .some([0, 1], 0.5)
        .map(() =>
          choices.isLikely(0.6)
            ? `- patch: |-\n    ${strategic(choices)}\n${choices.isLikely(0.3) ? `  target: ${target(choices)}\n` : ""}`
            : `- target: ${target(choices)}\n  patch: |-\n    - ${operation(choices)}\n    - ${operation(choices)}\n`,
        )
        .join("") || "  []\n"
    }`,
  replacements: replacement,
  sortOptions: (choices) => choices.of(["{order: fifo}", "{order: legacy}"]),
};

function kustomization(resources: readonly string[], choices: Choices, chance: number): string {
  const body = choices.some(Object.keys(fields), chance).map((name) => `${name}: ${fields[name]!(choices)}\n`);
  return `resources: [${resources.join(", ")}]\n${body.join("")}`;
}

/** The same one for the same numbers. */
export function randomKustomization(random: () => number): RenderCase {
  const choices = new Choices(random);
  const chosen = Object.entries(objects).filter(([name]) => name === "deployment" || choices.isLikely(0.6));
  const files = Object.fromEntries(chosen.map(([name, text]) => [`base/${name}.yaml`, text]));
  return {
    files: {
      ...files,
      "base/kustomization.yaml": kustomization(
        chosen.map(([name]) => `${name}.yaml`),
        choices,
        0.12,
      ),
      "overlay/kustomization.yaml": kustomization(["../base"], choices, 0.2),
    },
  };
}
