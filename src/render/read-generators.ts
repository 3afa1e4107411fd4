/** Reads the entries of `configMapGenerator` and `secretGenerator`, and `generatorOptions`. */
import { type FieldReader, shape } from "./field-reader.js";
import type { Node } from "./node.js";

export type GeneratorEntry = ReturnType<ReturnType<typeof readGenerator>>;

export function readGenerator(kind: "ConfigMap" | "Secret", global: GeneratorOptions, reader: FieldReader) {
  return (node: Node, path: string) => {
    const common = shape({
      ...{ name: "text", namespace: "text", behavior: "text" },
      ...{ literals: "texts", files: "texts", envs: "texts", env: "text" },
      options: (given: Node | undefined, place: string) => readGeneratorOptions(given, place, reader),
    });
    const { env, ...entry } =
      kind === "Secret"
        ? reader.record(node, path, { ...common, type: "text" })
        : { ...reader.record(node, path, common), type: "" };
    if (!["", "create", "merge", "replace"].includes(entry.behavior)) {
      reader.fault(path, `${path}.behavior: ${entry.behavior} is not a behavior`, "Write create, merge or replace.");
    }
    if (entry.name === "") {
      reader.fault(path, `${path} has no name`, "Set the name of the generated object.");
    }
    const envs = env === "" ? entry.envs : [...entry.envs, env];
    return { ...entry, kind, envs, options: merge(entry.options, global) };
  };
}

export type GeneratorOptions = ReturnType<typeof readGeneratorOptions>;

export function readGeneratorOptions(node: Node | undefined, path: string, reader: FieldReader) {
  return reader.record(node, path, {
    ...{ labels: "textMap", annotations: "textMap" },
    ...{ disableNameSuffixHash: "boolean", immutable: "boolean" },
  });
}

function merge(own: GeneratorOptions, global: GeneratorOptions): GeneratorOptions {
  return {
    labels: { ...global.labels, ...own.labels },
    annotations: { ...global.annotations, ...own.annotations },
    disableNameSuffixHash: own.disableNameSuffixHash || global.disableNameSuffixHash,
    immutable: own.immutable || global.immutable,
  };
}
