/** The lists that a strategic merge patch merges, for the kinds that kustomize knows. */
import { readFileSync } from "node:fs";
import { defined } from "../core/defined.js";

/** A field that leads to merged lists, or is a merged list. */
interface Field {
  /** The type of the field, or of the list's elements. */
  readonly type?: string;
  /** The keys that identify the list's elements; a single empty key for scalars. */
  readonly keys?: readonly string[];
  /** Whether the field is a map from any key to the type. */
  readonly map?: boolean;
}

interface MergeKeys {
  readonly kinds: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, Field>>>>;
}

/** The position of a merge in a known kind; undefined for unknown kinds. */
export interface SchemaPlace {
  readonly fields: Readonly<Record<string, Field>>;
  readonly keys?: readonly string[];
  /** The type of the map's values, or of the list's elements. */
  readonly element?: string;
}

export class MergeSchema {
  #data: MergeKeys | undefined;

  ofKind(apiVersion: string, kind: string): SchemaPlace | undefined {
    const type = this.#read().kinds[`${apiVersion} ${kind}`];
    return type === undefined ? undefined : this.#ofType(type);
  }

  field(place: SchemaPlace | undefined, name: string): SchemaPlace | undefined {
    if (place === undefined) return undefined;
    const field = Object.hasOwn(place.fields, name) ? place.fields[name] : undefined;
    if (field === undefined) return this.element(place);
    const { type, keys, map } = field;
    if (keys !== undefined || map === true) return { fields: {}, ...defined({ keys, element: type }) };
    return type === undefined ? undefined : this.#ofType(type);
  }

  element(place: SchemaPlace): SchemaPlace | undefined {
    return place.element === undefined ? undefined : this.#ofType(place.element);
  }

  #ofType(type: string): SchemaPlace {
    return { fields: this.#read().types[type] ?? {} };
  }

  #read(): MergeKeys {
    this.#data ??= JSON.parse(
      readFileSync(new URL("../../data/merge-keys.json", import.meta.url), "utf8"),
      // scripts/k8s/fetch-merge-keys.ts writes exactly this shape.
    ) as MergeKeys;
    return this.#data;
  }
}
