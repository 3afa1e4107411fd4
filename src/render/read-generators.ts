/** Reads `configMapGenerator`, `secretGenerator` and `generatorOptions`. */
import type { FieldReader, Fields } from "./field-reader.js";
import type { GeneratorEntry, GeneratorOptions } from "./kustomization.js";
import type { Node } from "./node.js";

const entryFields = ["name", "namespace", "behavior", "literals", "files", "envs", "env", "options"];

export function readGenerators(fields: Fields, reader: FieldReader): GeneratorEntry[] {
  const global = readOptions(fields.get("generatorOptions"), "generatorOptions", reader);
  const read = (kind: GeneratorEntry["kind"], list: string, known: readonly string[]): GeneratorEntry[] =>
    reader.list(fields.get(list), list, (item, path) => readEntry(kind, item, path, { known, global, reader }));
  return [
    ...read("ConfigMap", "configMapGenerator", entryFields),
    ...read("Secret", "secretGenerator", [...entryFields, "type"]),
  ];
}

interface EntryContext {
  readonly known: readonly string[];
  readonly global: GeneratorOptions;
  readonly reader: FieldReader;
}

function readEntry(
  kind: GeneratorEntry["kind"],
  node: Node,
  path: string,
  { known, global, reader }: EntryContext,
): GeneratorEntry {
  const fields = reader.fields(node, path, known);
  const text = (name: string): string => reader.text(fields.get(name), `${path}.${name}`);
  const texts = (name: string): string[] => reader.texts(fields.get(name), `${path}.${name}`);
  const env = text("env");
  const behavior = text("behavior");
  if (!["", "create", "merge", "replace"].includes(behavior)) {
    reader.fault(path, `${path}.behavior: ${behavior} is none`, "Write create, merge or replace.");
  }
  const name = text("name");
  if (name === "") reader.fault(path, `${path} has no name`, "Give it the name of the object that is generated.");
  return {
    kind,
    name,
    namespace: text("namespace"),
    behavior,
    literals: texts("literals"),
    files: texts("files"),
    envs: [...texts("envs"), ...(env === "" ? [] : [env])],
    type: text("type"),
    options: merge(readOptions(fields.get("options"), `${path}.options`, reader), global),
  };
}

function readOptions(node: Node | undefined, path: string, reader: FieldReader): GeneratorOptions {
  const fields = reader.fields(node, path, ["labels", "annotations", "disableNameSuffixHash", "immutable"]);
  return {
    labels: reader.textMap(fields.get("labels"), `${path}.labels`),
    annotations: reader.textMap(fields.get("annotations"), `${path}.annotations`),
    disableNameSuffixHash: reader.boolean(fields.get("disableNameSuffixHash"), `${path}.disableNameSuffixHash`),
    immutable: reader.boolean(fields.get("immutable"), `${path}.immutable`),
  };
}

function merge(own: GeneratorOptions, global: GeneratorOptions): GeneratorOptions {
  return {
    labels: { ...global.labels, ...own.labels },
    annotations: { ...global.annotations, ...own.annotations },
    disableNameSuffixHash: own.disableNameSuffixHash || global.disableNameSuffixHash,
    immutable: own.immutable || global.immutable,
  };
}
