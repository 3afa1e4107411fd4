import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { colors, firstOfEachLook, omittedRules, type Rules, stricter } from "../support/site/accessibility.js";

const axe = createRequire(import.meta.url)("axe-core") as Rules;

interface Tree {
  readonly name: string;
  readonly style: Readonly<Record<string, string>>;
  readonly tagName: string;
  readonly childNodes: readonly { readonly nodeType: number; readonly nodeValue: string | null }[];
  readonly children: readonly Tree[];
}

const black = { color: "black" };
const element = (name: string, style: Tree["style"], text: string, children: Tree[] = [], tagName = "P"): Tree => ({
  ...{ name, style, tagName, children },
  childNodes: [{ nodeType: 3, nodeValue: text }, ...children.map(() => ({ nodeType: 1, nodeValue: null }))],
});
const names = (...children: Tree[]): string[] =>
  [...firstOfEachLook({ body: element("body", black, "", children) }, (tree) => tree.style).values()].map(
    ({ name }) => name,
  );

describe("the first element of each look", () => {
  test("represents those that look the same", () => {
    expect(names(element("a", black, "x"), element("b", black, "y"), element("c", black, "z"))).toEqual(["a"]);
  });

  test.each([
    [{ color: "red" }],
    [{ ...black, backgroundColor: "red" }],
    [{ ...black, opacity: "0.5" }],
    [{ ...black, fontSize: "9px" }],
    [{ ...black, fontWeight: "700" }],
    [{ ...black, webkitTextFillColor: "red" }],
    [{ ...black, textDecorationLine: "underline" }],
  ])("does not represent one with %j", (style) => {
    expect(names(element("a", black, "x"), element("b", style, "y"))).toEqual(["a", "b"]);
  });

  test("is not checked for one in another box, or in a text", () => {
    const grey = { ...black, backgroundColor: "grey" };
    expect(
      names(
        element("a", black, "x"),
        element("box", grey, " ", [element("b", black, "y")]),
        element("p", black, "z", [element("link", { ...black, color: "blue" }, "l")]),
        element("item", black, "", [element("link alone", { ...black, color: "blue" }, "l")]),
      ),
    ).toEqual(["a", "b", "link", "link alone"]);
  });

  test("has a text, and is not hidden", () => {
    const hidden = { ...black, display: "none" };
    expect(names(element("a", black, " \n"), element("b", hidden, "x", [element("c", black, "y")]))).toEqual([]);
  });

  test("may be a field", () => {
    expect(names(element("a", black, "", [], "SELECT"))).toEqual(["a"]);
  });
});

test("axe has these rules for colors, and one of them is stricter than the site", () => {
  expect(axe.getRules([colors]).map(({ ruleId }) => ruleId)).toEqual([
    stricter,
    "color-contrast",
    "link-in-text-block",
  ]);
});

test("all serious rules of axe run without colors, except those for colors", () => {
  const omitted = omittedRules(axe);
  expect(omitted).toEqual(expect.arrayContaining(["color-contrast", "region", "heading-order", "empty-heading"]));
  const impacts = omitted
    .filter((name) => !axe.getRules([colors]).some(({ ruleId }) => ruleId === name))
    .map((name) => axe.utils.getRule(name).impact);
  expect(new Set(impacts)).toEqual(new Set(["minor", "moderate"]));
});
