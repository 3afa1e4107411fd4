import { describe, expect, test } from "vitest";
import { generators } from "../../src/commands/generators.js";
import { planManifests } from "../../src/commands/manifests-options.js";
import { manifests, type ManifestsOptions } from "../../src/commands/declared/generate.js";
import { TsopError } from "../../src/core/errors.js";
import { defaultFolders } from "../../src/generate/manifests.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const all = ["crd", "rbac", "webhook", "samples", "variants", "schemas"];
const root = "/home/me/project";

test("without options everything is made, where the generator itself would put it", () => {
  expect(planManifests({}, root)).toMatchObject({ generators: all, folders: defaultFolders });
});

test.each<[ManifestsOptions, string[], string[]]>([
  [{ generators: ["samples", "crd", "samples"] }, ["crd", "samples"], Object.values(defaultFolders)],
  [
    { out: "deploy" },
    all,
    [
      "deploy/crd/bases",
      "deploy/rbac",
      "deploy/webhook",
      "deploy/samples",
      "deploy/samples/variants",
      "deploy/schemas",
    ],
  ],
  [{ out: "." }, all, ["crd/bases", "rbac", "webhook", "samples", "samples/variants", "schemas"]],
  [
    { out: "./deploy/", crdDir: "charts/a/crds" },
    all,
    ["charts/a/crds", "deploy/rbac", "deploy/webhook", "deploy/samples", "deploy/samples/variants", "deploy/schemas"],
  ],
  [
    { crdDir: ".", rbacDir: "./x/../y", webhookDir: "w", samplesDir: `${root}/z`, variantsDir: "z/v", schemasDir: "s" },
    all,
    ["", "y", "w", "z", "z/v", "s"],
  ],
  // The printed manifests are for kubectl.
  [{ stdout: true }, ["crd", "rbac", "samples"], Object.values(defaultFolders)],
  [{ stdout: true, generators: ["schemas"] }, ["schemas"], Object.values(defaultFolders)],
])("%j", (options, names, folders) => {
  const plan = planManifests(options, root);
  expect(plan.generators).toEqual(names);
  expect(generators.map(({ name }) => plan.folders[name])).toEqual(folders);
});

describe("wrong usage", () => {
  test.each<[ManifestsOptions, string, string]>([
    [{ generators: ["crds"] }, 'there is no generator "crds"', "Did you mean crd?"],
    [{ generators: ["crd", "webhoook"] }, 'there is no generator "webhoook"', "Did you mean webhook?"],
    [{ generators: [""] }, 'there is no generator ""', "One of: crd, rbac, webhook, samples, variants, schemas."],
    [{ out: "../other" }, "--out ../other is outside the project", "Name a folder of the project, or print to"],
    [{ crdDir: "/etc" }, "--crd-dir /etc is outside the project", "Name a folder of the project"],
    [{ samplesDir: "" }, "--samples-dir names no folder", "For example: --samples-dir config"],
    [
      { generators: ["crd"], rbacDir: "x" },
      "--rbac-dir sets the folder of rbac, which this command does not generate",
      "Add rbac to the generators.",
    ],
  ])("%j is refused", (options, message, hint) => {
    const attempt = (): unknown => planManifests(options, root);
    expect(attempt).toThrow(TsopError);
    expect(attempt).toThrow(
      expect.objectContaining({
        code: "usage/invalid-argument",
        message: expect.stringContaining(message) as string,
        hint: expect.stringContaining(hint) as string,
      }) as Error,
    );
  });

  test.each<[ManifestsOptions, string, string]>([
    [{ watch: true, check: true }, "--watch cannot be used with --check: --watch writes", "Omit --watch or --check."],
    [{ watch: true, dryRun: true }, "--watch cannot be used with --dry-run", "Omit --watch or --dry-run."],
    [{ watch: true, stdout: true }, "--watch cannot be used with --stdout", "Omit"],
    [{ stdout: true, check: true }, "--stdout cannot be used with --check: --stdout writes no file", "Omit"],
    [{ stdout: true, dryRun: true }, "--stdout cannot be used with --dry-run", "Omit"],
    [{ stdout: true, diff: true }, "--stdout cannot be used with --diff", "Omit"],
  ])("%j contradicts itself", async (options, message, hint) => {
    await expect(manifests.run(options, recordingContext({ cwd: tempFolder({}) }))).rejects.toMatchObject({
      code: "usage/invalid-argument",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    });
  });
});
