import { expect, test, vi } from "vitest";
import { finishScaffold } from "../../../src/commands/finish-scaffold.js";
import { diskSnapshot } from "../../../src/machinery/snapshot.js";
import type { Resource } from "../../../src/project/project.js";
import { keepTsMorph } from "../../../src/refactor/ts-morph.js";
import { addConversion, setNamespaces } from "../../../src/scaffold/edits/controller-test.js";
import { editMain } from "../../../src/scaffold/edits/main-file.js";
import { moveStorageVersion, storeOldest } from "../../../src/scaffold/edits/storage-version.js";
import { addSibling, editTest } from "../../../src/scaffold/edits/webhook-test.js";
import { Placement } from "../../../src/scaffold/placement.js";
import { loadTemplates } from "../../../src/scaffold/templates.js";

const file = "file.ts";
const templates = await loadTemplates();
const bar: Resource = {
  ...{ group: "g", domain: "example.com", version: "v1", kind: "Bar", controller: false, core: false },
  ...{ plural: undefined, path: undefined, api: undefined, webhooks: undefined },
};
const sibling = { module: "./v2.js", setup: "setup", name: "setupV2" };

function placementOf(text: string): Placement {
  const placement = new Placement({ files: diskSnapshot("/not-there"), templates, force: false });
  placement.tree.create(file, text);
  return placement;
}

test.each<[string, (placement: Placement, text: string) => void]>([
  ["editMain", (placement, text) => editMain(placement, text, [])],
  ["editTest", (placement, text) => editTest(placement, file, text, { module: "./a.js", tests: [], siblings: [] })],
  ["addSibling", (placement, text) => addSibling(placement, file, text, sibling)],
  ["addConversion", (placement, text) => addConversion(placement, file, text, { setUp: "setup", module: "./a.js" })],
  ["setNamespaces", (placement, text) => setNamespaces(placement, file, text, true)],
  ["storeOldest", (placement) => storeOldest(placement, [bar], () => file)],
  ["moveStorageVersion", (placement) => moveStorageVersion(placement, [bar], "v1", () => file)],
])("%s has the editor kept, once for all files of a command", (_, edit) => {
  const text = "export interface Bar {}\n";
  const placement = placementOf(text);
  edit(placement, text);
  edit(placement, text);
  expect([...placement.keepers]).toEqual([keepTsMorph]);
});

test("a command calls each keeper once, also where something speaks against what was planned", async () => {
  const placement = placementOf("export {};\n");
  const keep = vi.fn();
  placement.keepers.add(keep).add(keep);
  await finishScaffold("/not-there", placement.plan(), { dryRun: true });
  expect(keep).toHaveBeenCalledTimes(1);
  placement.collide(file, "in the way");
  await expect(finishScaffold("/not-there", placement.plan(), { dryRun: true })).rejects.toThrow("in the way");
  expect(keep).toHaveBeenCalledTimes(2);
});
