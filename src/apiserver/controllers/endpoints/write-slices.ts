/** Writes the EndpointSlices of one controller. Source: k8s.io/endpointslice/reconciler.go, endpointslicemirroring/reconciler.go. */
import { isSameJson } from "../../../core/json.js";
import type { EndpointSlice } from "../../../k8s/discovery/v1.js";
import type { KindObjects, Stored } from "../shared/kind-objects.js";

/** A wanted slice, and the slice that becomes it; undefined: create it. */
type Pair = readonly [wanted: EndpointSlice, before: Stored<EndpointSlice> | undefined];

/** Changes the slices that exist, first those with the wanted ports, and creates and deletes the others. */
export async function writeSlices(
  slices: KindObjects<EndpointSlice>,
  known: readonly Stored<EndpointSlice>[],
  wanted: readonly EndpointSlice[],
): Promise<void> {
  const { pairs, others } = pair(known, wanted);
  for (const [slice, before] of pairs) {
    if (before === undefined) await slices.create(slice);
    else if (!isSameSlice(before, slice)) await slices.update(before, (copy) => replace(copy, slice));
  }
  for (const slice of others) await slices.delete(slice);
}

function pair(
  known: readonly Stored<EndpointSlice>[],
  wanted: readonly EndpointSlice[],
): { pairs: Pair[]; others: Stored<EndpointSlice>[] } {
  const others = [...known];
  const take = (isOne: (slice: EndpointSlice) => boolean): Stored<EndpointSlice> | undefined => {
    const index = others.findIndex(isOne);
    return index < 0 ? undefined : others.splice(index, 1)[0];
  };
  const first = wanted.map(({ addressType, ports }) =>
    take((each) => each.addressType === addressType && isSameJson(each.ports ?? [], ports ?? [])),
  );
  const pairs = wanted.map((slice, index): Pair => {
    return [slice, first[index] ?? take(({ addressType }) => addressType === slice.addressType)];
  });
  return { pairs, others };
}

function replace(copy: Stored<EndpointSlice>, { endpoints, ports, metadata }: EndpointSlice): void {
  Object.assign(copy, { endpoints, ports });
  copy.metadata.labels = metadata.labels ?? {};
  copy.metadata.ownerReferences = metadata.ownerReferences ?? [];
  if (metadata.annotations !== undefined) copy.metadata.annotations = metadata.annotations;
}

function isSameSlice(before: Stored<EndpointSlice>, slice: EndpointSlice): boolean {
  const { annotations = before.metadata.annotations } = slice.metadata;
  return (
    isSameJson(before.endpoints, slice.endpoints) &&
    isSameJson(before.ports ?? [], slice.ports ?? []) &&
    isSameJson(before.metadata.labels, slice.metadata.labels) &&
    isSameJson(before.metadata.annotations ?? {}, annotations ?? {}) &&
    isSameJson(before.metadata.ownerReferences ?? [], slice.metadata.ownerReferences ?? [])
  );
}
