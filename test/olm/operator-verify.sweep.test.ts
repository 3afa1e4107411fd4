/** The bundles of all operators in examples/, and of a scaffold with every part, are valid for the program that catalogs use. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { bundle } from "../../src/commands/olm/bundle.js";
import { exampleFolder, operatorNames } from "../support/examples/example-folders.js";
import { judges, verifyBundle } from "../support/operator-verify.js";
import { recordingContext } from "../support/recording-context.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";
import { writeAuthorsPart } from "../support/olm-project.js";

const img = "registry.example.com/demo:v0.1.0";

/** Generates the bundle of a project, and lets its author write the missing fields. */
async function bundleOf(cwd: string): Promise<string> {
  await bundle({ img }, recordingContext({ cwd }));
  writeAuthorsPart(cwd);
  const context = recordingContext({ cwd });
  await bundle({ img }, context);
  expect(context.recording.warnings).toEqual([]);
  return path.join(cwd, "bundle");
}

describe.skipIf(judges === undefined)("operator-verify", () => {
  test.each(operatorNames)("finds nothing in the bundle of %s", async (name) => {
    const cwd = tempFolder();
    const isCopied = (source: string): boolean => !/node_modules|\/\.tsop$/.test(source);
    cpSync(exampleFolder(name), cwd, { recursive: true, filter: isCopied });
    expect(verifyBundle(await bundleOf(cwd))).toEqual([]);
  });

  test("finds nothing in the bundle of a scaffold with webhooks and a conversion", async () => {
    const apis = [bar, { ...bar, version: "v2", controller: false }];
    const cwd = tempFolder(await scaffold({ apis }));
    const webhooks = { ...bar, defaulting: true, programmaticValidation: true, conversion: true, spoke: ["v2"] };
    await createWebhook(webhooks, recordingContext({ cwd }));
    const folder = await bundleOf(cwd);
    expect(readFileSync(path.join(folder, "manifests/demo.clusterserviceversion.yaml"), "utf8")).toContain(
      "conversionCRDs:\n    - bars.foo.abc.com\n",
    );
    expect(verifyBundle(folder)).toEqual([]);
  });

  test("finds nothing in the bundle of an operator in one namespace, in several pods, with a network policy", async () => {
    const cwd = tempFolder(await scaffold({ apis: [bar] }));
    const modes = { namespaced: true, replicas: "2", networkPolicy: true, prometheus: true };
    await edit(modes, recordingContext({ cwd }));
    expect(verifyBundle(await bundleOf(cwd))).toEqual([]);
  });

  test("finds nothing in the bundle of an extension API server, beside the kind of a CRD", async () => {
    const cwd = tempFolder(await scaffold({ apis: [bar] }));
    const kind = { group: "foo", version: "v2", kind: "Reading" };
    for (const storage of ["cluster", "memory"] as const) {
      await createApiserver(
        { ...kind, kind: storage === "memory" ? "Sheet" : "Reading", storage },
        recordingContext({ cwd }),
      );
    }
    const folder = await bundleOf(cwd);
    const file = path.join(folder, "manifests/demo.clusterserviceversion.yaml");
    expect(readFileSync(file, "utf8")).toContain("deploymentName: demo-apiserver");
    expect(verifyBundle(folder)).toEqual([]);
  });

  test("finds nothing but the missing example in the bundle of computed objects", async () => {
    const cwd = tempFolder(await scaffold({ apis: [bar] }));
    const kind = { group: "foo", version: "v2", kind: "Load", storage: "virtual" } as const;
    await createApiserver(kind, recordingContext({ cwd }));
    expect(verifyBundle(await bundleOf(cwd))).toEqual([
      expect.stringContaining("provided API should have an example annotation"),
    ]);
  });

  test("finds a kind without a CRD, so that the silence above means something", async () => {
    const cwd = tempFolder(await scaffold({ apis: [bar] }));
    const folder = await bundleOf(cwd);
    const file = path.join(folder, "manifests/demo.clusterserviceversion.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("name: bars.foo.abc.com", "name: bars.other.abc.com"));
    expect(verifyBundle(folder).join("\n")).toContain("other.abc.com");
  });
});
