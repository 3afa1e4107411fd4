/** With `--kustomize`, an installed kustomize renders: features that tsop rejects, and otherwise with the same result. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildInstaller } from "../../src/commands/build-installer.js";
import { deploy } from "../../src/commands/deploy.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { init } from "../../src/commands/init.js";
import { render } from "../../src/commands/render.js";
import { undeploy } from "../../src/commands/undeploy.js";
import { exec } from "../../src/cli/exec.js";
import { assetsFolder } from "../support/control-plane.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const kustomize = path.join(assetsFolder ?? "", "kustomize");
const img = "registry.example.com/demo:v1";

async function scaffold() {
  const context = { ...recordingContext({ cwd: tempFolder() }), exec, env: { ...process.env, CI: "" } };
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, context);
  return context;
}

describe.skipIf(assetsFolder === undefined)("another kustomize (needs KUBEBUILDER_ASSETS)", () => {
  test("comes to the same end in every command", async () => {
    const context = await scaffold();
    const both = async (command: (options: { kustomize?: string }) => Promise<unknown>) => {
      expect(await command({ kustomize })).toEqual(await command({}));
    };
    await both(async (options) => (await render(options, context)).text);
    await both(async (options) => (await deploy({ ...options, img, dryRun: "client" }, context)).json);
    await both(async (options) => (await undeploy({ ...options, dryRun: "client" }, context)).json);
    await both(async (options) => (await buildInstaller({ ...options, img, stdout: true }, context)).text);
    await helmChart({ img }, context);
    const again = await helmChart({ img, kustomize, dryRun: true }, context);
    expect(again.json["changes"]).toEqual([]);
  });

  test("renders what tsop refuses by name", async () => {
    const context = await scaffold();
    const file = path.join(context.cwd, "config/default/kustomization.yaml");
    writeFileSync(file, `${readFileSync(file, "utf8")}buildMetadata: [managedByLabel]\n`);
    const options = { img, dryRun: "client" } as const;
    await expect(deploy(options, context)).rejects.toMatchObject({ code: "render/unsupported" });
    const { json } = await deploy({ ...options, kustomize }, context);
    expect(JSON.stringify(json["objects"])).toContain('"kind":"Deployment"');
  });

  test("says what it says when it fails, and nothing is written", async () => {
    const context = await scaffold();
    const refusal = buildInstaller({ img, kustomize, dir: "config/nowhere" }, context);
    await expect(refusal).rejects.toMatchObject({
      code: "render/kustomize-failed",
      hint: expect.stringContaining("nowhere") as string,
    });
    expect(Object.keys(snapshot(context.cwd))).not.toContain("dist/install.yaml");
  });

  test("that is not there is named", async () => {
    const context = await scaffold();
    await expect(render({ kustomize: "/nowhere/kustomize" }, context)).rejects.toThrow("/nowhere/kustomize");
  });
});
