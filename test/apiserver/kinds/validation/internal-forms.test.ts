import { expect, test } from "vitest";
import { internalType, unversionedTypes } from "../../../../src/apiserver/kinds/validation/internal-forms.js";
import type { MessageType } from "../../../../src/apiserver/protobuf/message-table.js";
import { kubernetesVersions } from "../../../../src/schema/kubernetes-versions.js";

test.each(unversionedTypes)("%s is the same in every version", (type) => {
  const [first, ...others] = kubernetesVersions.map((version) => fieldsOf(internalType({ type, version })));
  for (const other of others) expect(other).toEqual(first);
});

test("a type that changes is not the same in every version", () => {
  const [first, second] = kubernetesVersions.map((version) =>
    fieldsOf(internalType({ type: "v1.EphemeralContainer", version })),
  );
  expect(second).not.toEqual(first);
});

/** Returns the fields of a type and of all types within, by the name of the type. */
function fieldsOf(type: MessageType, known = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
  const name = `${type.apiVersion}.${type.name}`;
  if (known.has(name)) return known;
  known.set(
    name,
    type.fields.map(({ goName, shape, isNullable, isInline, omits, type: each }) => ({
      ...{ goName, shape, isNullable, isInline, omits },
      type: typeof each === "string" ? each : `${each.apiVersion}.${each.name}`,
    })),
  );
  for (const { type: each } of type.fields) if (typeof each !== "string") fieldsOf(each.resolve(), known);
  return known;
}
