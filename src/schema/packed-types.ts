/** The schemas of Kubernetes' own types, which the package contains as data: structure and descriptions separately. */
import { readFileSync } from "node:fs";
import type { Schema } from "./schema.js";

/** A Kubernetes type, such as `PodSpec` of `core/v1`. */
export interface PackedType {
  /** As in `tsop/k8s/core/v1`. */
  readonly module: string;
  readonly name: string;
  /**
   * Returns a new copy of its schema on each call, with all references resolved.
   *
   * @throws RecursiveTypeFault for a type that contains itself
   */
  schema(options?: PackedSchemaOptions): Schema;
  /** Returns the names of its fields, which takes much less time than its schema; none if it is no object. */
  fields(): readonly string[];
}

export interface PackedSchemaOptions {
  /** Default: true. Descriptions are four fifths of the data, and are read only on demand. */
  readonly descriptions?: boolean;
}

/** The type cannot be embedded: it contains itself. */
export class RecursiveTypeFault extends Error {
  override readonly name = "RecursiveTypeFault";

  constructor(trail: readonly string[]) {
    super(`${trail[0]} contains itself: ${trail.join(" -> ")}`);
  }
}

type Definition = Schema & { readonly $ref?: string };

/** The description of a type under the empty name, and the descriptions of its fields. */
type Texts = Readonly<Record<string, string>>;

interface Inlining {
  readonly described: boolean;
  /** The enclosing types, as `core/v1.PodSpec`. */
  readonly trail: readonly string[];
}

/**
 * Reads each data file once, on first use.
 *
 * @example
 * const schema = new PackedTypes().find("core/v1", "PodSpec")?.schema();
 */
export class PackedTypes {
  readonly #files = new Map<string, Readonly<Record<string, unknown>>>();

  /** Returns undefined if the module has no such type. */
  find(module: string, name: string): PackedType | undefined {
    if (!this.names(module).includes(name)) return undefined;
    return {
      module,
      name,
      schema: ({ descriptions = true } = {}) =>
        this.#inline(`${module}.${name}`, { described: descriptions, trail: [] }),
      fields: () => Object.keys(this.#read<Definition>(module)[name]?.properties ?? {}),
    };
  }

  /** Returns the type that client-node calls `V1PodSpec`, or `CoreV1Event` if several groups have a type of that name. */
  findModel(model: string): PackedType | undefined {
    const [only, ...others] = this.#candidates(model);
    return others.length === 0 ? only : undefined;
  }

  /** Returns all modules, sorted by name. */
  modules(): string[] {
    return Object.keys(this.#index());
  }

  /** Returns the names of a module's types; none if the module does not exist. */
  names(module: string): readonly string[] {
    const index = this.#index();
    return Object.hasOwn(index, module) ? (index[module] ?? []) : [];
  }

  #candidates(model: string): PackedType[] {
    const [, group, version, name] = /^([A-Z][a-z]+)?(V\d+(?:alpha\d+|beta\d+)?)([A-Z]\w*)$/.exec(model) ?? [];
    if (version === undefined || name === undefined) return [];
    return this.modules()
      .filter((module) => module.endsWith(`/${version.toLowerCase()}`))
      .filter((module) => group === undefined || module.startsWith(`${group.toLowerCase()}/`))
      .map((module) => this.find(module, name))
      .filter((type) => type !== undefined);
  }

  #index(): Readonly<Record<string, readonly string[]>> {
    return this.#read("types");
  }

  #inline(reference: string, { described, trail }: Inlining): Schema {
    const path = [...trail, reference];
    if (trail.includes(reference)) throw new RecursiveTypeFault(path.slice(trail.indexOf(reference)).map(bareName));
    const [module = "", name = ""] = reference.split(".");
    const definition = this.#read<Definition>(module)[name];
    if (definition === undefined) throw new Error(`the packed schemas have no ${reference}`);
    const texts = described ? this.#read<Texts>(`${module}.texts`)[name] : undefined;
    const schema = this.#copy(definition, { described, trail: path });
    for (const [field, inner] of Object.entries(schema.properties ?? {})) describe(inner, texts?.[field]);
    describe(schema, texts?.[""]);
    return schema;
  }

  #copy(definition: Definition, inlining: Inlining): Schema {
    const { $ref, properties, items, additionalProperties, ...own } = definition;
    const copy: Schema = $ref === undefined ? {} : this.#inline($ref, inlining);
    // Most keywords are scalars; cloning every node would double the time.
    for (const [keyword, value] of Object.entries(own)) {
      Object.assign(copy, { [keyword]: typeof value === "object" ? structuredClone(value) : value });
    }
    if (properties !== undefined) {
      const fields = Object.entries(properties).map(([name, field]) => [name, this.#copy(field, inlining)] as const);
      copy.properties = Object.fromEntries(fields);
    }
    if (items !== undefined) copy.items = this.#copy(items, inlining);
    if (additionalProperties !== undefined) copy.additionalProperties = this.#copy(additionalProperties, inlining);
    return copy;
  }

  /** Reads a data file, which scripts/k8s writes in exactly the expected format. */
  #read<Entry>(file: string): Readonly<Record<string, Entry>> {
    let entries = this.#files.get(file);
    if (entries === undefined) {
      const text = readFileSync(new URL(`../../schemas/${file}.json`, import.meta.url), "utf8");
      this.#files.set(file, (entries = JSON.parse(text) as Record<string, Entry>));
    }
    return entries as Readonly<Record<string, Entry>>;
  }
}

/** Sets the description of a field, which is more specific than the description of its type. */
function describe(schema: Schema, text: string | undefined): void {
  if (text !== undefined) schema.description = text;
}

function bareName(reference: string): string {
  return reference.split(".").at(-1) ?? reference;
}
