/** `tsop dev` on a cluster that a flag names. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { unstructured } from "../../../src/kube/objects.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { describeCluster } from "../../support/cluster.js";
import { devProject, DevRun } from "../../support/dev-run.js";
import { tempFolder } from "../../support/temp-folder.js";

const Bar = unstructured("foo.abc.com/v1", "Bar");
const Crd = unstructured("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const crd = { name: "bars.foo.abc.com" };
const mine = { namespace: "default", name: "mine" };

describeCluster("tsop dev --kubeconfig", (cluster) => {
  let client: HttpClient;
  beforeEach(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterEach(async () => {
    await client.delete(Crd, crd).catch(() => undefined);
    await expect.poll(() => client.get(Crd, crd)).toBeUndefined();
    client.close();
  });

  test("installs the CRDs and the samples there, runs the operator against it, and leaves all of it when it ends", async () => {
    const { kubeconfig, server } = cluster();
    const run = new DevRun({ ...devProject, "apiserver.ts": 'import "tsop/apiserver";\n' }, { kubeconfig });
    await run.said("Bar default/mine applied");
    await run.said("apiserver.ts is not started, because the cluster's API server may not reach this machine");
    expect(run.text).toContain(server);
    const operator = await run.operator(1);
    expect(operator.args.join(" ")).toContain(`--kubeconfig ${kubeconfig}`);
    run.stop();
    expect(await run.ended).toMatchObject({ stopped: true });
    expect(operator.signals).toEqual(["SIGTERM"]);
    expect(await client.get(Crd, crd)).toBeDefined();
    expect(await client.getOrThrow(Bar, mine)).toMatchObject({ spec: { replicas: 2 } });
  });

  test("says what a user may not do there, and goes on with the next save", async () => {
    const run = new DevRun(devProject, { kubeconfig: cluster().nobodyKubeconfig });
    await run.said("cluster/forbidden");
    expect(run.text).toContain("customresourcedefinitions.apiextensions.k8s.io");
    expect(run.operators).toBe(0);
    run.stop();
    expect(await run.ended).toMatchObject({ stopped: true });
  });

  test("refuses a context that the kubeconfig has not, by the names that it has", async () => {
    const run = new DevRun(devProject, { kubeconfig: cluster().kubeconfig, context: "envtst" });
    await expect(run.ended).rejects.toMatchObject({
      code: "cluster/unknown-context",
      hint: expect.stringMatching(/envtest|tsop/) as string,
    });
  });

  test("reports that no server responds at the address of a cluster", async () => {
    const { kubeconfig, server } = cluster();
    const text = readFileSync(kubeconfig, "utf8").replaceAll(server, "https://127.0.0.1:1");
    const run = new DevRun(devProject, { kubeconfig: `${tempFolder({ kubeconfig: text })}/kubeconfig` });
    await expect(run.ended).rejects.toMatchObject({
      code: "cluster/unreachable",
      message: expect.stringContaining("127.0.0.1:1") as string,
    });
  });
});
