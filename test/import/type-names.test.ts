import { expect, test } from "vitest";
import { singularOf, TypeNames } from "../../src/import/type-names.js";

test.each([
  ["rules", "rule"],
  ["addresses", "address"],
  ["policies", "policy"],
  ["aliases", "alias"],
  ["statuses", "status"],
  ["databases", "database"],
  ["matches", "match"],
  ["status", "status"],
  ["dns", "dn"],
  ["class", "class"],
  ["env", "env"],
  ["analysis", "analysis"],
])("one of the %s is a %s", (many, one) => {
  expect(singularOf(many)).toBe(one);
});

test.each([
  [["spec"], "BarSpec"],
  [["spec", "port"], "Port"],
  [["spec", "port", "config"], "PortConfig"],
  [["spec", "template", "spec"], "TemplateSpec"],
  [["spec", "a-b.c_d"], "ABCD"],
  [["spec", "1st"], "BarSpec1st"],
  [["spec", "ünï"], "Uni"],
  [["spec", "漢字"], "BarSpec"],
  [["spec", "map"], "BarSpecMap"],
  [["spec", "int32"], "BarSpecInt32"],
  [["spec", "bar"], "BarSpecBar"],
  [[""], "Bar2"],
])("the type at %j is called %s", (path, name) => {
  expect(new TypeNames("Bar", ["Int32"]).choose(path)).toBe(name);
});

test("no name is given twice", () => {
  const names = new TypeNames("Bar", []);
  const path = ["spec", "x".repeat(300), "port"];
  const given = Array.from({ length: 20 }, () => names.choose(path));
  expect(new Set(given).size).toBe(20);
  expect(given.every((name) => /^[A-Z]\w{0,150}$/.test(name))).toBe(true);
});
