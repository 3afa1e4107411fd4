/** Questions as the API server asks them of webhooks, and what becomes of them by mistakes and by malice. */
import type { JsonValue } from "../../../src/core/json.js";
import { mutate } from "../../support/mutations.js";
import { between, pick, type Random } from "../random.js";

const list = [{ name: "a" }, { name: "b", weight: 2 }, { name: "c" }];

function bar(version: string, spec: { readonly [field: string]: JsonValue }): { readonly [field: string]: JsonValue } {
  const metadata = { namespace: "default", name: "a", labels: { app: "a" }, annotations: { note: "x" } };
  return { apiVersion: `foo.abc.com/${version}`, kind: "Bar", metadata, spec };
}

export const goodAdmission: JsonValue = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "0b4a1cf5-3f4a-4f7e-b8b5-1c9c5b1f2d11",
    kind: { group: "foo.abc.com", version: "v1", kind: "Bar" },
    resource: { group: "foo.abc.com", version: "v1", resource: "bars" },
    ...{ name: "a", namespace: "default", operation: "UPDATE", dryRun: false, options: null },
    userInfo: { username: "jane", groups: ["system:authenticated"], extra: { a: ["b"] } },
    object: bar("v1", { size: 3, notes: { a: "b" }, list }),
    oldObject: bar("v1", { size: 2, notes: { a: "b" }, list }),
  },
};

export const goodConversion: JsonValue = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "ConversionReview",
  request: {
    uid: "0b4a1cf5-3f4a-4f7e-b8b5-1c9c5b1f2d12",
    desiredAPIVersion: "foo.abc.com/v2",
    objects: [bar("v1", { size: 3, list }), bar("v1", { notes: { a: "b" } }), bar("v2", { replicas: 1 })],
  },
};

/** The JSON of a review with up to four mistakes, and sometimes with something in it that no client sends. */
export function mutatedReview(random: Random, speaks: "admission" | "conversion"): string {
  let review = speaks === "admission" ? goodAdmission : goodConversion;
  for (let mistakes = between(random, 0, 4); mistakes > 0; mistakes--) review = mutate(random, review);
  const json = JSON.stringify(review);
  return random() < 0.5 ? json : replaceAPart(random, json);
}

/** Puts a text that need not be JSON in the place of a value. */
function replaceAPart(random: Random, json: string): string {
  const values = [...json.matchAll(/"[^"]*"(?!:)|\b\d+\b|true|false|null/g)];
  const { 0: value, index } = pick(random, values);
  return json.slice(0, index) + pick(random, evilValues)() + json.slice(index + value.length);
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON that readers stumble over, and some that is none. */
export const evilValues: readonly (() => string)[] = [
  () => nested(500, "[", "]"),
  () => nested(100_000, "[", "]"),
  () => `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  () => "[".repeat(200_000),
  () => '{"__proto__":{"polluted":true}}',
  () => '{"constructor":{"prototype":{"polluted":true}}}',
  () => '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4}',
  () => "1e400",
  () => "-1e999",
  () => "9007199254740993",
  () => "9".repeat(100_000),
  () => `0.${"0".repeat(50_000)}1`,
  () => `"${"\\u0000".repeat(1_000)}"`,
  () => '"\\ud800"',
  () => '"\xff\xfe\xc0\x80"',
  () => `"${"a".repeat(300_000)}"`,
  () => `"${"/~0~1".repeat(20_000)}"`,
  () => `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
  () => `{${'"same":1,'.repeat(5_000)}"same":2}`,
  () => `[${"{},".repeat(20_000)}{}]`,
  () => "NaN",
  () => "undefined",
  () => "'single'",
  () => "",
];
