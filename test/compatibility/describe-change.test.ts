import { expect, test } from "vitest";
import { describeChange } from "../../src/compatibility/describe-change.js";
import { compareSchema, withField } from "../support/compared-crds.js";

const text = { type: "string" };
const stored = "stored objects that lack the field";

test.each<[string | undefined, string | undefined, title: string, objects: string, clients: string]>([
  [
    undefined,
    "a",
    'default "a" added',
    `The API server adds spec.field with the value "a" to ${stored}.`,
    'The API server adds spec.field with the value "a" to requests without the field.',
  ],
  [
    "a",
    "b",
    'default "a" → "b"',
    `The API server adds spec.field with the value "b" to ${stored}. Before, the value was "a".`,
    'The API server adds spec.field with the value "b" to requests without the field. Before, the value was "a".',
  ],
  [
    "a",
    undefined,
    'default "a" removed',
    `The API server no longer adds spec.field with the value "a" to ${stored}.`,
    'The API server no longer adds the value "a" to requests without spec.field.',
  ],
])("a default from %s to %s: %s", (before, after, title, objects, clients) => {
  const [old, now] = [before, after].map((value) =>
    withField(value === undefined ? text : { ...text, default: value }),
  );
  const [change] = compareSchema(old ?? {}, now ?? {});
  expect(change && describeChange(change.detail)).toBe(title);
  expect(change?.verdicts.objects.why).toBe(objects);
  expect(change?.verdicts.clients.why).toBe(clients);
});
