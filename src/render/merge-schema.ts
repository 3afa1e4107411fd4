/** Which lists a strategic merge patch merges, of the kinds that kustomize knows. */
import { readFileSync } from "node:fs";
import { defined } from "../core/defined.js";

/** A field that leads to lists that are merged, or is one. */
interface Field {
  /** Of the field, or of a list's elements. */
  readonly type?: string;
  /** What tells the elements of a list apart; a single empty key where they are scalars. */
  readonly keys?: readonly string[];
  /** A map from any key to the type. */
  readonly map?: boolean;
}

interface MergeKeys {
  readonly kinds: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, Field>>>>;
}

/** Where a merge stands in a known kind; none where nothing is known. */
export interface SchemaPlace {
  readonly fields: Readonly<Record<string, Field>>;
  readonly keys?: readonly string[];
  /** Of the values of a map, or of the elements of a list. */
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
      // Written by scripts/k8s/fetch-merge-keys.ts in just this shape.
    ) as MergeKeys;
    return this.#data;
  }
}
