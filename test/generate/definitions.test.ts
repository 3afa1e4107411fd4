import { format, type Options } from "prettier";
import { expect, test } from "vitest";
import type { ExactJsonValue } from "../../src/core/json.js";
import { printDefinition } from "../../src/generate/definitions.js";
import { simpleCrd } from "../support/crds.js";

const manifest = JSON.parse(JSON.stringify(simpleCrd("foo.abc.com", "bars", "Bar"))) as ExactJsonValue;
const names = {
  plural: "bars",
  singular: "bar",
  listKind: "BarList",
  shortNames: [],
  categories: [],
  scope: "Namespaced",
} as const;

test.each<Options>([{}, { singleQuote: true, semi: false, useTabs: true, printWidth: 60 }])(
  "the Prettier of an author with %j leaves the module of a definition as tsop writes it",
  async (options) => {
    const { content } = printDefinition({ group: "foo.abc.com", kind: "Bar", names, versions: [], manifest });
    expect(await format(content, { parser: "typescript", ...options })).toBe(content);
  },
);
