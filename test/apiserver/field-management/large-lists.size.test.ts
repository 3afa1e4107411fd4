/** Applies of long lists take time in proportion to their length. */
import { test } from "vitest";
import { mergeFields } from "../../../src/apiserver/field-management/merge-fields.js";
import { setOfFields } from "../../../src/apiserver/field-management/set-of-fields.js";
import { deducedNode } from "../../../src/apiserver/types/untyped-nodes.js";
import { typeOfResource } from "../../../src/apiserver/custom-resources/type-view.js";
import type { Json } from "../../../src/core/json.js";
import { expectLinear } from "../../support/expect-linear.js";

const text = { type: "string" };
const type = typeOfResource(
  {
    properties: {
      set: { type: "array", "x-kubernetes-list-type": "set", items: text },
      map: {
        ...{ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] },
        items: { type: "object", properties: { k: text } },
      },
    },
  },
  deducedNode,
);
type Make = (size: number) => Json;
const setOf: Make = (size) => ({ set: Array.from({ length: size }, (_, index) => `i${index}`) });
const mapOf: Make = (size) => ({
  map: Array.from({ length: size }, (_, index) => ({ k: `i${index}` })),
});

test.each<[string, Make]>([
  ["a set", setOf],
  ["a map", mapOf],
  ["one key many times", (size) => ({ map: Array.from({ length: size }, () => ({ k: "a" })) })],
])("the fields of %s", (_, make) => {
  expectLinear(make, (value) => setOfFields(value, type), { upTo: 20_000 });
});

test.each<[string, Make]>([
  ["a set", setOf],
  ["a map", mapOf],
])("a merge of %s with itself", (_, make) => {
  expectLinear(make, (value) => mergeFields(value, value, type), { upTo: 20_000 });
});
