import { expect, test } from "vitest";
import { installCrds } from "../../src/commands/install-crds.js";
import { uninstallCrds } from "../../src/commands/uninstall-crds.js";
import { project } from "../support/bar-project.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

describeCluster("install-crds and uninstall-crds", (cluster) => {
  const crd = simpleCrd("command.example.com", "commands", "Command");
  const context = () =>
    recordingContext({
      cwd: tempFolder({ PROJECT: project, "config/crd/bases/c.yaml": JSON.stringify(crd) }),
      env: {},
    });

  test("name the cluster first, and say what became of each CRD", async () => {
    const { recording, ...rest } = context();
    const options = { kubeconfig: cluster().kubeconfig };
    expect((await installCrds(options, rest)).text).toBe("commands.command.example.com created");
    expect((await installCrds(options, rest)).json).toEqual({
      crds: [{ name: "commands.command.example.com", change: "unchanged" }],
    });
    expect(recording.notes[0]).toMatch(/^cluster: context (envtest|tsop), server /);
    expect(recording.notes[0]).toContain(cluster().server);
    expect((await uninstallCrds({ ...options, dryRun: "server" }, rest)).text).toBe(
      "commands.command.example.com deleted (dry run)",
    );
    expect((await uninstallCrds(options, rest)).text).toBe("commands.command.example.com deleted");
    expect((await uninstallCrds(options, rest)).text).toBe("none of the CRDs is in the cluster");
  });

  test("with --dry-run=client ask no server at all", async () => {
    const options = { kubeconfig: "/nowhere", dryRun: "client" } as const;
    expect((await installCrds(options, context())).text).toBe("commands.command.example.com would be applied");
    expect((await uninstallCrds(options, context())).text).toBe("commands.command.example.com would be deleted");
  });

  test("name the rule that the user lacks", async () => {
    const call = installCrds({ kubeconfig: cluster().nobodyKubeconfig }, context());
    await expect(call).rejects.toMatchObject({
      code: "cluster/forbidden",
      hint: expect.stringContaining("the verb get on customresourcedefinitions.apiextensions.k8s.io") as string,
    });
  });
});
