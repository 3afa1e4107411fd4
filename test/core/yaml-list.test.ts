import { describe, expect, test } from "vitest";
import { withListItem } from "../../src/core/yaml-list.js";

const add = (text: string, item = "../crd"): string => withListItem(text, "k.yaml", "resources", item);

describe("an item", () => {
  test.each([
    ["resources:\n- ../rbac\n", "resources:\n- ../rbac\n- ../crd\n"],
    [
      "resources:\n  - ../rbac # ours\n\n# end\npatches: []\n",
      "resources:\n  - ../rbac # ours\n  - ../crd\n\n# end\npatches: []\n",
    ],
    ["resources:\n-   'a'", "resources:\n-   'a'\n-   ../crd\n"],
    ["resources:\r\n- a\r\n", "resources:\r\n- a\r\n- ../crd\r\n"],
  ])("follows the other items, and nothing else changes: %j", (text, want) => expect(add(text)).toBe(want));

  test.each([
    ["", "resources:\n- ../crd\n"],
    ["# only a comment\n", "# only a comment\nresources:\n- ../crd\n"],
    ["namespace: x # y\n", "namespace: x # y\nresources:\n- ../crd\n"],
    ["resources: # none\n", "resources:\n# none\n- ../crd\n"],
    ["resources: []\nnamespace: x\n", "resources:\n- ../crd\nnamespace: x\n"],
    ["resources: [a, b]\n", "resources:\n- a\n- b\n- ../crd\n"],
  ])("starts a list if the file has none in that form: %j", (text, want) => expect(add(text)).toBe(want));

  test.each(["resources:\n- ../crd\n", "resources: ['../crd']\n", 'resources:\n  - "../crd"\n'])(
    "that exists is not added again: %j",
    (text) => expect(add(text)).toBe(text),
  );

  test("is quoted where YAML would read something else", () => {
    expect(add("resources:\n- a\n", "on")).toBe('resources:\n- a\n- "on"\n');
  });
});

describe("a file that cannot take an item", () => {
  test.each([
    ["resources: x\n", "resources must be a list"],
    ["resources:\n  a: b\n", "resources must be a list"],
    ["- a\n", "one map"],
    ["a: 1\n---\nb: 2\n", "one map"],
    ['a: "x\n', "not valid YAML"],
  ])("is refused: %j", (text, message) => {
    expect(() => add(text)).toThrow(
      expect.objectContaining({
        code: "yaml/invalid",
        at: expect.objectContaining({ file: "k.yaml" }) as unknown,
      }) as Error,
    );
    expect(() => add(text)).toThrow(message);
  });
});
