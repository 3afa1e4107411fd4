/** `tsop scorecard` on a cluster that a flag names. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { scorecard } from "../../../../src/commands/olm/scorecard/scorecard.js";
import { createLiveClient, type HttpClient } from "../../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../../src/kube/kubeconfig.js";
import { unstructured } from "../../../../src/kube/objects.js";
import { describeCluster } from "../../../support/cluster.js";
import { toFiles, validBundle } from "../../../support/olm/valid-bundle.js";
import { recordingContext } from "../../../support/recording-context.js";
import { tempFolder } from "../../../support/temp-folder.js";

const Bar = unstructured("example.com/v1", "Bar");
const Crd = unstructured("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const crd = { name: "bars.example.com" };
const example = { namespace: "default", name: "a" };
const cwd = tempFolder(Object.fromEntries([...toFiles(validBundle())].map(([file, text]) => [`bundle/${file}`, text])));

describeCluster("tsop scorecard --kubeconfig", (cluster) => {
  let client: HttpClient;
  beforeEach(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterEach(async () => {
    await client.delete(Crd, crd).catch(() => undefined);
    await expect.poll(() => client.get(Crd, crd)).toBeUndefined();
    client.close();
  });
  const run = (options = {}) =>
    scorecard({ kubeconfig: cluster().kubeconfig, waitTime: 1_000, ...options }, recordingContext({ cwd }));

  test("creates the CRDs and the examples, reports that no operator writes their status, and deletes them", async () => {
    const { text, exitCode } = await run();
    expect(exitCode).toBe(0);
    expect(text).toContain("no operator wrote the status of Bar default/a within 1 s");
    await expect.poll(() => client.get(Crd, crd)).toBeUndefined();
  });

  test("keeps them with --skip-cleanup, and then tests the existing objects, which it never deletes", async () => {
    await run({ skipCleanup: true });
    expect(await client.getOrThrow(Bar, example)).toMatchObject({ spec: { size: 1 } });
    const { text } = await run();
    expect(text).toContain("Bar default/a existed before the tests: tsop tests it as it is, and keeps it");
    expect(await client.get(Bar, example)).toBeDefined();
  });

  test("a namespace that does not exist is what the API server says of the example", async () => {
    const { text, exitCode } = await run({ namespace: "nowhere" });
    expect(exitCode).toBe(1);
    expect(text).toMatch(/the API server rejects the example Bar a: .*nowhere/);
  });
});
