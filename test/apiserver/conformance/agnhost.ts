/**
 * Runs the containers of webhooks: a simulated Pod serves nothing. For each Pod whose container is such a server, Kubernetes' own
 * program `agnhost` runs on this machine with the arguments and the Secret of the container, and the Pod gets this machine's address.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { addressesOf } from "../../../src/apiserver/server/bind-address.js";
import { createLiveClient, type HttpClient, loadKubeConfig, mergePatch } from "../../../src/index.js";
import { type Container, Pod, Secret } from "../../../src/k8s/core/v1.js";
import { follow } from "./follow.js";

const servers = new Set(["webhook"]);

/**
 * @param program - the path of agnhost
 * @returns a function that ends all containers
 */
export async function runWebhookContainers(kubeconfig: string, program: string): Promise<() => Promise<void>> {
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }), { fieldManager: "agnhost" });
  const running = new Map<string, ChildProcess>();
  /** The containers have the same port: the spec of an earlier one has ended. */
  const endAll = async (): Promise<void> => {
    for (const [uid, child] of running) {
      running.delete(uid);
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill();
      await ended;
    }
  };
  const stop = follow(client, Pod, "the containers", async (type, pod) => {
    const { uid = "" } = pod.metadata;
    const container = pod.spec?.containers.find(({ args }) => servers.has(args?.[0] ?? ""));
    const isReady = type !== "DELETED" && pod.status?.phase === "Running";
    if (container === undefined || !isReady || running.has(uid)) return;
    await endAll();
    running.set(uid, await runContainer(client, pod, container, program));
  });
  return async () => {
    await stop();
    await endAll();
    client.close();
  };
}

async function runContainer(
  client: HttpClient,
  { metadata: { name, namespace = "" }, spec }: Pod,
  { args = [], volumeMounts = [] }: Container,
  program: string,
): Promise<ChildProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), "tsop-agnhost-"));
  const secretName = spec?.volumes?.find(({ secret }) => secret !== undefined)?.secret?.secretName ?? "";
  const { data = {} } = await client.getOrThrow(Secret, { namespace, name: secretName });
  for (const [key, content] of Object.entries(data)) writeFileSync(path.join(folder, key), content, "base64");
  const mounted = volumeMounts.map(({ mountPath }) => mountPath).find((each) => args.join(" ").includes(each)) ?? "";
  const child = spawn(
    program,
    args.map((arg) => arg.replace(mounted, folder)),
    { stdio: "ignore" },
  );
  const [podIP = ""] = addressesOf("0.0.0.0").filter(isIPv4);
  const status = { podIP, podIPs: [{ ip: podIP }] };
  await client.subResource("status").patch(Pod, { namespace, name }, mergePatch({ status }));
  return child;
}
