import { type ExactJsonValue, isJsonObject } from "../../core/json.js";
import { fieldOf, type Schema } from "../../schema/schema.js";
import type { Made, Place, SampleMaker } from "./sample-value.js";
import { isScalar, scalarSamples } from "./scalar-samples.js";

/** Creates a list of the minimum number of items, or of one item if the sample shows the list. */
export function sampleList(maker: SampleMaker, schema: Schema, { name, path, levels }: Place): Made {
  const { items } = schema;
  const inside = `${path}[]`;
  const isShown = levels > 0 || maker.leadsToChoice(inside);
  const wantsOne = isShown || maker.breaksRule([], schema);
  const count = Math.max(schema.minItems ?? 0, wantsOne && schema.maxItems !== 0 ? 1 : 0);
  if (items === undefined || count === 0) return { value: [], gaps: [] };
  const singular = name.replace(/(?<=\w)s$/, "");
  if (count > maxItems) return { value: undefined, gaps: [{ path, schema }] };
  const { value: first, gaps } = maker.make(items, singular, inside, levels);
  if (first === undefined) return { value: undefined, gaps };
  const keys = schema["x-kubernetes-list-map-keys"];
  const mustDiffer = schema["x-kubernetes-list-type"] === "set" || keys !== undefined;
  if (!mustDiffer || count === 1) return { value: Array.from({ length: count }, () => first), gaps };
  const value = isScalar(items)
    ? take(count, scalarSamples(items, singular, maker.context))
    : distinctObjects(maker, items, first, { keys: keys ?? Object.keys(items.properties ?? {}), count });
  return value.length < count ? { value: undefined, gaps: [...gaps, { path, schema }] } : { value, gaps };
}

/** The maximum number of items that a sample can have. */
const maxItems = 1000;

/** Creates copies of the first item that differ in one field. */
function distinctObjects(
  { context }: SampleMaker,
  items: Schema,
  first: ExactJsonValue,
  { keys, count }: { keys: readonly string[]; count: number },
): ExactJsonValue[] {
  if (!isJsonObject(first)) return [];
  for (const key of keys) {
    const field = fieldOf(items, key);
    if (field === undefined || !isScalar(field)) continue;
    const values = take(count, scalarSamples(field, key, context));
    if (values.length === count) return values.map((value) => ({ ...first, [key]: value }));
  }
  return [];
}

function take(count: number, values: Iterable<ExactJsonValue>): ExactJsonValue[] {
  const taken: ExactJsonValue[] = [];
  for (const value of values) {
    if (taken.length === count) break;
    taken.push(value);
  }
  return taken;
}
