/** The life of a release with a real helm. */
import { execa } from "execa";
import { expect, test } from "vitest";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { helmDeploy } from "../../src/commands/helm/helm-deploy.js";
import { helmHistory, helmRollback, helmStatus } from "../../src/commands/helm/helm-release.js";
import { helmUninstall } from "../../src/commands/helm/helm-uninstall.js";
import { describeCluster } from "../support/cluster.js";
import { hasHelm, helmBinary } from "../support/helm.js";
import { recordingContext } from "../support/recording-context.js";
import { refusalOf } from "../support/refusal.js";
import { scaffold } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";

describeCluster("a release", (cluster) => {
  test.runIf(hasHelm)("is installed, upgraded, rolled back and uninstalled", async () => {
    const project = await scaffold({
      init: { projectName: "released" },
      apis: [{ group: "released", version: "v1", kind: "Bar" }],
      isGenerated: true,
    });
    const cwd = tempFolder(project);
    const served = { group: "released", version: "v2", kind: "Record", storage: "file" } as const;
    await createApiserver(served, recordingContext({ cwd }));
    const contextOf = (liveFormat: "text" | "json" = "text") =>
      recordingContext({
        cwd,
        liveFormat,
        env: { ...process.env },
        onExec: async (_, args) => {
          const { exitCode, stdout, stderr } = await execa(helmBinary!, [...args], { cwd, reject: false });
          return { exitCode, terminatedBy: undefined, stdout, stderr };
        },
      });
    const options = { kubeconfig: cluster().kubeconfig };
    const revisions = async (): Promise<unknown> => {
      const { json } = await helmHistory(options, contextOf("json"));
      return (json["history"] as { revision: number; description: string }[]).map(({ revision, description }) => [
        revision,
        description,
      ]);
    };
    await helmChart({ img: "registry.example.com/demo:v1" }, contextOf());

    expect((await refusalOf(helmStatus(options, contextOf()))).message).toContain("release: not found");
    await helmDeploy({ ...options, wait: false }, contextOf());
    await helmDeploy(
      { ...options, wait: false, img: "registry.example.com/demo:v2", set: ["crds.keep=false"] },
      contextOf(),
    );
    const image = (): Promise<string> =>
      cluster().kubectl(["get", "deployment", "-n", "released-system", "-o", "jsonpath={..containers[*].image}"]);
    expect(await image()).toBe("registry.example.com/demo:v2 registry.example.com/demo:v2");
    const found = ["apiservice/v2.released.abc.com", "-n", "released-system", "pvc/released-apiserver-data"];
    expect((await cluster().kubectl(["get", ...found, "--output", "name"])).trim().split("\n")).toHaveLength(2);
    expect((await helmStatus(options, contextOf())).text).toContain("STATUS: deployed");

    expect((await refusalOf(helmUninstall(options, contextOf()))).code).toBe("helm/deletes-data");
    await helmRollback({ ...options, wait: false }, contextOf());
    expect(await image()).toBe("registry.example.com/demo:v1 registry.example.com/demo:v1");
    expect(await revisions()).toEqual([
      [1, "Install complete"],
      [2, "Upgrade complete"],
      [3, "Rollback to 1"],
    ]);
    await helmUninstall({ ...options, wait: false }, contextOf());
    expect(await cluster().kubectl(["get", "crd", "bars.released.abc.com", "--output", "name"])).toContain("bars");
    expect(await cluster().kubectl(["get", "pvc", "-n", "released-system", "--output", "name"])).toContain("data");
    expect((await refusalOf(helmStatus(options, contextOf()))).code).toBe("helm/failed");
  });
});
