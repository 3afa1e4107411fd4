import { afterAll, beforeAll, expect, test } from "vitest";
import { deploy } from "../../src/commands/deploy.js";
import type { DeployOptions } from "../../src/commands/declared/cluster.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { describeCluster } from "../support/cluster.js";
import { deployProject, type DeployProjectOptions, namespaceOf } from "../support/deploy-project.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { addEvent, addPod, clientOf, condition, letBecomeReady, setStatus } from "../support/workload-status.js";

describeCluster("deploy", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const contextOf = (name: string, project: DeployProjectOptions = {}, more: Partial<RecordingOptions> = {}) =>
    recordingContext({ cwd: tempFolder(deployProject(name, project)), ...more });
  const img = "registry.example.com/demo:v1";
  const run = (context: ReturnType<typeof contextOf>, options: DeployOptions = {}) =>
    deploy({ kubeconfig: cluster().kubeconfig, img, wait: false, ...options }, context);

  test("waits until the workloads are ready", async () => {
    const context = contextOf("ready");
    const deploying = run(context, { wait: true, timeout: 30_000 });
    await letBecomeReady(client, namespaceOf("ready"));
    expect((await deploying).text).toContain("Deployment ready-system/manager created");
    expect(context.recording.notes).toContain("applying Deployment ready-system/manager");
  });

  test("says which pod cannot pull which image, with its events, within the time", async () => {
    const context = contextOf("image");
    const deploying = run(context, { wait: true, timeout: 4000 });
    const message = `Back-off pulling image "${img}"`;
    const failing = expect(deploying).rejects.toMatchObject({
      code: "deploy/not-ready",
      message: [
        "Deployment image-system/manager did not become ready within 4 s",
        "  Deployment image-system/manager: its controller has not processed it yet",
        `  pod manager-1-x (container manager): ImagePullBackOff: ${message}`,
        "  events:",
        `    Failed (pod manager-1-x): ${img} was not found`,
      ].join("\n"),
      hint: expect.stringContaining(`Push the image ${img}, or correct its name (--img)`) as string,
    });
    const pod = await addPod(client, namespaceOf("image"), {
      state: { waiting: { reason: "ImagePullBackOff", message } },
    });
    await addEvent(client, pod, "Failed", `${img} was not found`);
    await failing;
    expect(context.recording.notes.join("\n")).toContain("(ImagePullBackOff)");
  });

  test("gives up at once where no waiting helps", async () => {
    const deploying = run(contextOf("badname"), { wait: true, timeout: 60_000 });
    const failing = expect(deploying).rejects.toMatchObject({
      message: expect.stringContaining("Deployment badname-system/manager will not become ready") as string,
    });
    await addPod(client, namespaceOf("badname"), { state: { waiting: { reason: "InvalidImageName", message: "no" } } });
    await failing;
  });

  test("says what a quota refuses", async () => {
    const deploying = run(contextOf("quota"), { wait: true, timeout: 4000 });
    const message =
      'pods "manager-1-" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0, limited: pods=0';
    const failing = expect(deploying).rejects.toMatchObject({
      message: expect.stringContaining(`Deployment quota-system/manager: FailedCreate: ${message}`) as string,
      hint: expect.stringContaining("Raise the ResourceQuota of the namespace") as string,
    });
    await setStatus(client, namespaceOf("quota"), (generation) => ({
      observedGeneration: generation,
      conditions: [condition("ReplicaFailure", "True", "FailedCreate", message)],
    }));
    await failing;
  });

  test("stopped in the middle, says how far it came", async () => {
    const stop = new AbortController();
    const context = contextOf("stop", {}, { signal: stop.signal });
    const deploying = run(context, { wait: true, timeout: 60_000 });
    const failing = expect(deploying).rejects.toMatchObject({
      code: "interrupted",
      message: "stopped by SIGINT: 6 of 6 objects were applied",
    });
    await expect.poll(() => context.recording.notes.at(-1)).toMatch(/^Deployment stop-system/);
    stop.abort("SIGINT");
    await failing;
  });
});
