import { expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

test.each<CreateApiOptions>([
  { group: "foo", version: "v1", kind: "Bar" },
  { group: "", version: "v1alpha1", kind: "Null", namespaced: false, shortName: "nl" },
])("the scaffolded sample is the one that manifests makes of the scaffolded types: %j", async (api) => {
  const context = recordingContext({ cwd: tempFolder() });
  await init({ domain: "abc.com", projectName: "on", tsop: "1", install: false }, context);
  await createApi(api, context);
  const before = snapshot(context.cwd);
  await manifests({ strict: true }, context);
  const changed = Object.entries(snapshot(context.cwd)).filter(([file, text]) => before[file] !== text);
  expect(
    changed
      .map(([file]) => file)
      .filter((file) => !/^\.tsop|^config\/(crd\/bases|rbac\/role|samples\/variants|schemas)/.test(file)),
  ).toEqual([]);
});
