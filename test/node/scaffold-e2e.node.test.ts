/** The end-to-end test that a scaffold brings, on a cluster where pods run. */
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { pushImage } from "../support/node/image.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { run } from "../support/shell.js";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

describeNode("a scaffold's own end-to-end test", (cluster) => {
  let project: OperatorProject;
  let image: string;
  let context: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "e2e");
    // As `npm install` would have it.
    const modules = path.join(project.folder, "node_modules");
    for (const name of ["vitest", "vite"]) symlinkSync(path.join(packages, name), path.join(modules, name));
    mkdirSync(path.join(modules, ".bin"));
    symlinkSync(path.join(packages, "../bin/tsop.js"), path.join(modules, ".bin/tsop"));
    // The reconciler as it is scaffolded.
    const commands = [
      ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar", "--force"],
      ["manifests"],
      ["build"],
    ];
    for (const command of commands) succeeded(await project.tsop(command), command);
    image = await pushImage(cluster, project.folder, `${project.name}:v1`);
    context = (await cluster.kubectl(["config", "current-context"])).trim();
  });
  afterAll(() => project.remove());

  const e2e = (env: Readonly<Record<string, string>>) =>
    run(process.execPath, [path.join(packages, "vitest/vitest.mjs"), "run", "--config", "test/e2e/vitest.config.ts"], {
      cwd: project.folder,
      env: {
        IMG: image,
        KUBECONFIG: cluster.kubeconfig,
        PATH: [assetsFolder ?? "", process.env["PATH"] ?? ""].join(path.delimiter),
        ...env,
      },
    });

  test("asks no user, so that a user must confirm a cluster on another machine before", async () => {
    const { code, stdout, stderr } = await e2e({ E2E_CONTEXT: context, CI: "" });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("cluster/not-confirmed");
  });

  test("in CI deploys without that, looks at the metrics and the samples, and leaves nothing behind", async () => {
    const { code, stdout, stderr } = await e2e({ E2E_CONTEXT: context, CI: "true" });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain("2 passed");
    const left = await cluster.kubectl(["get", "namespace,crd,clusterrole,clusterrolebinding", "-o", "name"]);
    expect(left.split("\n").filter((name) => name.includes(project.name))).toEqual([]);
  });

  test("touches no cluster that the user has not named", async () => {
    const { code, stderr, stdout } = await e2e({ E2E_CONTEXT: "" });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("Set the context of a cluster that you can delete");
  });

  test("keeps an existing operator unchanged", async () => {
    await cluster.kubectl(["create", "namespace", project.namespace]);
    try {
      const { code, stderr, stdout } = await e2e({ E2E_CONTEXT: context });
      expect(code).toBe(1);
      expect(stdout + stderr).toContain("and this test would delete it");
    } finally {
      await cluster.kubectl(["delete", "namespace", project.namespace]);
    }
  });
});
