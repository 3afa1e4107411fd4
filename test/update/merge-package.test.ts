import { expect, test } from "vitest";
import { mergePackage } from "../../src/update/merge-package.js";

const base = { scripts: { test: "vitest", old: "x" }, devDependencies: { vitest: "^4.0.0", eslint: "^10.0.0" } };

function merge(mine: object, next: object, from: object = base): { value: unknown; conflicts: readonly unknown[] } {
  const merged = mergePackage(JSON.stringify(from), JSON.stringify(mine), JSON.stringify(next))!;
  return { value: JSON.parse(merged.text), conflicts: merged.conflicts };
}

test("new keys come, removed keys go, and the user's keys stay", () => {
  const mine = { name: "demo", ...base, scripts: { ...base.scripts, own: "y" } };
  const next = { scripts: { test: "vitest run", extra: "z" }, devDependencies: base.devDependencies };
  expect(merge(mine, next)).toEqual({
    value: { ...mine, scripts: { test: "vitest run", own: "y", extra: "z" } },
    conflicts: [],
  });
});

test("a key that the user removed stays away", () => {
  const mine = { scripts: { test: "vitest" }, devDependencies: { vitest: "^4.0.0" } };
  const next = {
    scripts: { test: "vitest", old: "changed" },
    devDependencies: { vitest: "^4.0.0", eslint: "^11.0.0" },
  };
  expect(merge(mine, next)).toEqual({ value: mine, conflicts: [] });
});

test("a value that both changed is a conflict, and the user's stays", () => {
  const mine = { ...base, scripts: { ...base.scripts, test: "jest" } };
  const next = { ...base, scripts: { ...base.scripts, test: "vitest run" } };
  expect(merge(mine, next)).toEqual({
    value: mine,
    conflicts: [{ key: "scripts.test", mine: "jest", next: "vitest run" }],
  });
});

test.each([
  ["^5.0.0", "^4.1.0", []],
  ["^4.1.0", "^4.1.0", []],
  ["~4.0.5", "^4.1.0", ["devDependencies.vitest"]],
  ["file:../vitest", "^4.1.0", ["devDependencies.vitest"]],
])("the user requires vitest %s, the scaffold now %s", (present, wanted, keys) => {
  const mine = { ...base, devDependencies: { ...base.devDependencies, vitest: present } };
  const next = { ...base, devDependencies: { ...base.devDependencies, vitest: wanted } };
  const { value, conflicts } = merge(mine, next);
  expect(value).toEqual(mine);
  expect((conflicts as { key: string }[]).map(({ key }) => key)).toEqual(keys);
});

test("a dependency is updated in the section to which the user moved it", () => {
  const mine = { scripts: base.scripts, dependencies: { vitest: "^4.0.0" }, devDependencies: { eslint: "^10.0.0" } };
  const next = { ...base, devDependencies: { vitest: "^4.2.0", eslint: "^10.0.0" } };
  expect(merge(mine, next)).toEqual({ value: { ...mine, dependencies: { vitest: "^4.2.0" } }, conflicts: [] });
});

test("the indentation, the line endings and the end of the file stay", () => {
  const mine = '{\r\n\t"scripts": {\r\n\t\t"a": "1"\r\n\t}\r\n}\r\n';
  const merged = mergePackage('{"scripts":{"a":"1"}}', mine, '{"scripts":{"a":"2"}}');
  expect(merged!.text).toBe(mine.replace('"1"', '"2"'));
});

test("names of object members are ordinary keys", () => {
  const next = '{"scripts":{"__proto__":"a","constructor":"b"}}';
  expect(mergePackage('{"scripts":{}}', '{"scripts":{}}', next)!.text).toContain('"constructor": "b"');
  expect({}.constructor).toBe(Object);
});

test.each(["", "[]", "null", "{", '"text"'])("%j is not a package.json", (mine) => {
  expect(mergePackage("{}", mine, '{"a":1}')).toBeUndefined();
});
