/** The results that folds build: lists and maps that grow in place, because only the fold uses them until it ends. */
import type { Expression } from "./expression.js";
import { alreadyThere, entriesOf, type Entry, keyOf } from "./functions-lists.js";
import { is, listOf, type MapValue, type Value } from "./values.js";

type Grow = (added: readonly Value[]) => Value | undefined;

export class Accumulators {
  readonly #growing = new Map<Value, Grow>();

  /** Returns undefined for a fold that does not begin with an empty list or map. */
  begin(initial: Expression): Value | undefined {
    if (initial.kind === "list" && initial.elements.length === 0) return this.#beginList();
    return initial.kind === "map" && initial.entries.length === 0 ? this.#beginMap() : undefined;
  }

  end(accumulator: Value | undefined): void {
    if (accumulator !== undefined) this.#growing.delete(accumulator);
  }

  /** Returns undefined unless the call adds to a list or map that a fold builds. */
  grow(name: string, [accumulator, ...added]: readonly Value[]): Value | undefined {
    if (accumulator === undefined || (name !== "_+_" && name !== "cel.@mapInsert")) return undefined;
    return this.#growing.get(accumulator)?.(added);
  }

  #beginList(): Value {
    const items: Value[] = [];
    const list = listOf(items);
    this.#growing.set(list, ([added]) => {
      if (!is(added, "list")) return undefined;
      for (const item of added.items) items.push(item);
      return list;
    });
    return list;
  }

  #beginMap(): Value {
    const held = new Map<string, Entry>();
    const map: MapValue = {
      kind: "map",
      get size() {
        return held.size;
      },
      get keys() {
        return Array.from(held.values(), ([key]) => key);
      },
      find: (key) => held.get(keyOf(key))?.[1],
    };
    this.#growing.set(map, ([key, value]) => {
      const added = entriesOf(key, value);
      const known = added?.find(([each]) => held.has(keyOf(each)));
      if (known !== undefined) return alreadyThere(known);
      for (const entry of added ?? []) held.set(keyOf(entry[0]), entry);
      return added && map;
    });
    return map;
  }
}
