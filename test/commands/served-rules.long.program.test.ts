/** What `create webhook` adds to the kinds of the extension API server, and what `delete`, `rename` and `edit --multigroup` do with it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { renameKind } from "../../src/commands/rename.js";
import { compileProject } from "../support/compile-project.js";
import { openVersions, reading, resourceFile } from "../support/served-versions.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const conversion = { ...reading, version: "v2", conversion: true, spoke: ["v1"] };

test("create webhook and then delete webhook: the bytes of before, apart from the version that the resource works with", async () => {
  const { root, context, edit } = await openVersions();
  await createWebhook({ ...conversion, defaulting: true, programmaticValidation: true }, context);
  await deleteWebhook({ ...reading, version: "v2" }, context);
  const after = filesOf(root);
  edit(resourceFile, "../api/v2/", "../api/v1/");
  const { root: fresh } = await openVersions();
  expect(filesOf(root)).toEqual(filesOf(fresh));
  expect(after[resourceFile]).toContain('import type { Reading } from "../api/v2/reading_types.js";');
});

test("deletes the conversion with its spoke, and everything with the kind", async () => {
  const { root, context, read } = await openVersions();
  await createWebhook({ ...conversion, defaulting: true }, context);
  writeFileSync(
    path.join(root, "apiserver/reading_resource.test.ts"),
    read("apiserver/reading_resource.test.ts").replace("../api/v1/", "../api/v2/"),
  );
  await deleteApi({ ...reading, version: "v1", force: true }, context);
  expect(read(resourceFile)).not.toContain("conversion");
  expect(read(resourceFile)).toContain("defaulter: new ReadingDefaulter(),");
  const files = Object.keys(filesOf(root));
  expect(files.filter((file) => file.startsWith("apiserver/v1"))).toEqual([]);
  const { empty, root: whole, context: other } = await openVersions();
  await createWebhook({ ...conversion, programmaticValidation: true }, other);
  await deleteApi({ ...reading, force: true }, other);
  expect(Object.keys(filesOf(whole)).filter((file) => /^apiserver/.test(file))).toEqual([]);
  expect(filesOf(whole)).toEqual(filesOf(tempFolder(empty)));
});

test("rules and conversions follow a new name and a new layout", async () => {
  const { root, context, read } = await openVersions();
  const both = { defaulting: true, conversion: true, spoke: ["v1"] };
  await createWebhook({ ...reading, version: "v2", ...both }, context);
  await renameKind({ group: "metrics", from: "Reading", to: "Value" }, context);
  await edit({ multigroup: true }, context);
  const files = Object.keys(filesOf(root)).filter((file) => /^apiserver\/metrics\//.test(file));
  expect(files.toSorted()).toEqual([
    "apiserver/metrics/v1/value_conversion.test.ts",
    "apiserver/metrics/v1/value_conversion.ts",
    "apiserver/metrics/value_resource.test.ts",
    "apiserver/metrics/value_resource.ts",
    "apiserver/metrics/value_rules.test.ts",
    "apiserver/metrics/value_rules.ts",
  ]);
  const resource = read("apiserver/metrics/value_resource.ts");
  expect(resource).toContain("defaulter: new ValueDefaulter(),");
  expect(resource).toContain("conversion: { hub: Value, spokes: [valueV1] },");
  expect(resource).toContain('from "./v1/value_conversion.js"');
  await manifests({}, context);
  expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  const sources = Object.entries(filesOf(root)).filter(([file]) => !file.startsWith("node_modules/"));
  expect(compileProject(Object.fromEntries(sources))).toEqual([]);
});
