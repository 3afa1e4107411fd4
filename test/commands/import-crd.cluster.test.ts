import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

describeCluster("import crd --from-cluster", (cluster) => {
  const project = 'domain: abc.com\nlayout: typescript.tsop.dev/v1\nprojectName: demo\nversion: "3"\n';
  const kustomization = "resources:\n- bases/other.yaml\n";
  const files = { PROJECT: project, "config/crd/kustomization.yaml": kustomization };

  test("takes the CRD as the API server has it", async () => {
    const crd = simpleCrd("imported.abc.com", "imports", "Import", "Cluster");
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    onTestFinished(() => client.close());
    await client.create(crd);
    const context = recordingContext({ cwd: tempFolder(files) });
    const { kubeconfig } = cluster();
    const { json } = await importCrd({ kubeconfig, fromCluster: ["imports.imported.abc.com"], force: true }, context);
    expect(json["kinds"]).toEqual([{ group: "imported.abc.com", version: "v1", kind: "Import", plural: "imports" }]);
    expect(context.recording.warnings).toEqual([]);
    expect(readFileSync(path.join(context.cwd, "api/v1/import_types.ts"), "utf8")).toBe(
      `import { type CustomResource, defineKind, type RawExtension } from "tsop";

/**
 * @imported
 * @scope Cluster
 */
export interface Import extends CustomResource<"imported.abc.com/v1", "Import"> {
  spec?: RawExtension;
  status?: RawExtension;
}

export const Import = defineKind<Import>("imported.abc.com/v1", "Import");
`,
    );
    await client.delete(CustomResourceDefinition, crd.metadata);
  });

  test("says which CRD is not there", async () => {
    const context = recordingContext({ cwd: tempFolder(files) });
    const { kubeconfig } = cluster();
    await expect(importCrd({ kubeconfig, fromCluster: ["nothing.abc.com"] }, context)).rejects.toMatchObject({
      code: "import/no-crd",
      message: "the cluster has no CRD nothing.abc.com",
    });
  });
});
