import { describe, expect, test } from "vitest";
import { read, readFiles } from "./read-found.js";

const events = "events.k8s.io/v1 Event: create,patch";
const crds = "apiextensions.k8s.io/v1 CustomResourceDefinition: get,list";
const bars = ["foo.abc.com/v1 Bar: get,list,watch,patch", "foo.abc.com/v1 Bar/finalizers: update"];
const bazs = [
  "foo.abc.com/v1 Baz: get,list,watch,create,patch",
  "foo.abc.com/v1 Baz/finalizers: update",
  "foo.abc.com/v1 Baz/status: patch",
];
const dependent = (kind: string): string => `${kind}: get,list,watch,patch`;

const migrate = `import { migrateKind } from "tsop/migrate";
interface Baz extends tsop.CustomResource<"foo.abc.com/v1", "Baz"> {}
const Baz = tsop.defineKind<Baz>("foo.abc.com/v1", "Baz");
`;

describe("the permissions of migrateKind", () => {
  test.each([
    ["with literals", "migrateKind(manager, { from: Bar, to: Baz, dependents: [Deployment, Secret] });"],
    [
      "with a constant",
      "const options = { from: Bar, to: Baz, dependents: [Deployment, Secret] };\nmigrateKind(manager, options);",
    ],
  ])("are found %s", (_, call) => {
    const { permissions, unresolved } = read(`${migrate}export function setUp(manager: Manager) {\n${call}\n}`);
    expect(unresolved).toEqual([]);
    expect(permissions.toSorted()).toEqual(
      [...bars, ...bazs, events, crds, dependent("apps/v1 Deployment"), dependent("v1 Secret")].toSorted(),
    );
  });

  test("need no dependents, and no other import of tsop", () => {
    const { permissions, unresolved } = readFiles({
      "controllers/a.ts": `import { migrateKind } from "tsop/migrate";
import { Pod, Secret } from "tsop/k8s/core/v1";
export const setUp = (manager: any) => migrateKind(manager, { from: Pod, to: Secret, dependents: [] });`,
    });
    expect(unresolved).toEqual([]);
    expect(permissions).toContain("v1 Secret: get,list,watch,create,patch");
  });

  test.each([
    ["migrateKind(manager, { from: given, to: given });", 2],
    ["migrateKind(manager, { from: Bar, to: Baz, dependents: given });", 1],
    ["migrateKind(manager, { from: Bar, to: Baz, dependents: [Deployment, given] });", 1],
  ])("are reported as unknown: %s", (call, count) => {
    const { unresolved } = read(`${migrate}export function setUp(manager: Manager, given: any) {\n${call}\n}`);
    expect(unresolved).toHaveLength(count);
  });
});
