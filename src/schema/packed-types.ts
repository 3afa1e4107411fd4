/** The schemas of Kubernetes' own types, which come with the package as data. */
import { readdirSync, readFileSync } from "node:fs";
import type { Schema } from "./schema.js";

/** A type of Kubernetes', such as `PodSpec` of `core/v1`. */
export interface PackedType {
  /** As in `tsop/k8s/core/v1`. */
  readonly module: string;
  readonly name: string;
  /**
   * Its schema with all that it refers to in place; a new one at each call.
   *
   * @throws RecursiveTypeFault for a type that contains itself
   */
  schema(): Schema;
}

/** The type cannot be embedded: it contains itself. */
export class RecursiveTypeFault extends Error {
  override readonly name = "RecursiveTypeFault";

  constructor(trail: readonly string[]) {
    super(`${trail[0]} contains itself: ${trail.join(" -> ")}`);
  }
}

type Definition = Schema & { readonly $ref?: string };
type Definitions = Readonly<Record<string, Definition>>;

const folder = new URL("../../schemas/", import.meta.url);

export class PackedTypes {
  readonly #modules = new Map<string, Definitions | undefined>();

  /** Undefined where the module has no such type. */
  find(module: string, name: string): PackedType | undefined {
    const definitions = this.#module(module);
    if (definitions === undefined || !Object.hasOwn(definitions, name)) return undefined;
    return { module, name, schema: () => this.#inline(`${module}.${name}`, []) };
  }

  /** The type that client-node calls `V1PodSpec`, or `CoreV1Event` where several groups have one of the name. */
  findModel(model: string): PackedType | undefined {
    const [, group, version, name] = /^([A-Z][a-z]+)?(V\d+(?:alpha\d+|beta\d+)?)([A-Z]\w*)$/.exec(model) ?? [];
    if (version === undefined || name === undefined) return undefined;
    const found = this.modules()
      .filter((module) => module.endsWith(`/${version.toLowerCase()}`))
      .filter((module) => group === undefined || module.startsWith(`${group.toLowerCase()}/`))
      .map((module) => this.find(module, name))
      .filter((type) => type !== undefined);
    return found.length === 1 ? found[0] : undefined;
  }

  /** All modules, in the order of their names. */
  modules(): string[] {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /^[a-z]+\/v\w+\.json$/.test(file))
      .map((file) => file.replace(/\.json$/, ""))
      .toSorted();
  }

  /** The names of a module's types; none where there is no such module. */
  names(module: string): readonly string[] {
    return Object.keys(this.#module(module) ?? {});
  }

  #module(module: string): Definitions | undefined {
    if (!/^[a-z]+\/v\w+$/.test(module)) return undefined;
    const known = this.#modules.get(module);
    if (known !== undefined || this.#modules.has(module)) return known;
    const read = readModule(module);
    this.#modules.set(module, read);
    return read;
  }

  #inline(reference: string, trail: readonly string[]): Schema {
    const path = [...trail, reference];
    if (trail.includes(reference)) throw new RecursiveTypeFault(path.slice(trail.indexOf(reference)).map(bareName));
    const [module = "", name = ""] = reference.split(".");
    const definition = this.#module(module)?.[name];
    if (definition === undefined) throw new Error(`the packed schemas have no ${reference}`);
    return this.#copy(definition, path);
  }

  #copy(definition: Definition, trail: readonly string[]): Schema {
    const { $ref, properties, items, additionalProperties, ...rest } = definition;
    const referred = $ref === undefined ? {} : this.#inline($ref, trail);
    // A field's own words say more than those of its type.
    const copy: Schema = { ...referred, ...rest };
    if (properties !== undefined) {
      const fields = Object.entries(properties).map(([name, field]) => [name, this.#copy(field, trail)] as const);
      copy.properties = Object.fromEntries(fields);
    }
    if (items !== undefined) copy.items = this.#copy(items, trail);
    if (additionalProperties !== undefined) copy.additionalProperties = this.#copy(additionalProperties, trail);
    return copy;
  }
}

function bareName(reference: string): string {
  return reference.split(".").at(-1) ?? reference;
}

function readModule(module: string): Definitions | undefined {
  try {
    // Written by scripts/k8s in just this shape.
    return JSON.parse(readFileSync(new URL(`${module}.json`, folder), "utf8")) as Definitions;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}
