/** Starts and stops the parts of a soak: control plane, proxies, replicas. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { operatorBundle } from "../../src/commands/operator-bundle.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Namespace } from "../../src/k8s/core/v1.js";
import { type ControlPlane, startControlPlane } from "../../test/support/control-plane.js";
import { simpleCrd } from "../../test/support/crds.js";
import { auditPolicy } from "./audit.js";
import { FaultProxy } from "./fault-proxy.js";
import { group, indexedLabel, plural, Soak } from "./kinds.js";
import { Replica } from "./replica.js";
import { namespaces } from "./schedule.js";
import type { Timeline } from "./timeline.js";

export interface Stage {
  readonly plane: ControlPlane;
  /** The client of the administrator, which bypasses the proxies. */
  readonly client: HttpClient;
  readonly proxies: readonly FaultProxy[];
  readonly replicas: readonly Replica[];
  /** The folder whose files represent external resources of the operator. */
  readonly external: string;
  readonly auditLog: string;
}

export const replicaNames = ["replica-0", "replica-1"] as const;
const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param onClose - receives the function that stops each part, as soon as that part exists */
export async function setStage(
  folder: string,
  timeline: Timeline,
  onClose: (close: () => Promise<void> | void) => void,
): Promise<Stage> {
  const external = path.join(folder, "external");
  mkdirSync(path.join(external, "gone"), { recursive: true });
  const program = await bundleOperator(folder);
  const [policy, auditLog] = [path.join(folder, "audit-policy.json"), path.join(folder, "audit.log")];
  writeFileSync(policy, JSON.stringify(auditPolicy(replicaNames)));
  const plane = await startControlPlane(undefined, [], {
    users: replicaNames,
    apiServerFlags: ["--audit-policy-file", policy, "--audit-log-path", auditLog, "--audit-log-maxsize", "10000"],
  });
  onClose(() => plane.stop());
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
  onClose(() => client.close());
  await install(plane, client, folder);

  const [proxies, replicas]: [FaultProxy[], Replica[]] = [[], []];
  for (const name of replicaNames) {
    const kubeconfig = plane.kubeconfigOf(name);
    const proxy = await FaultProxy.start(await loadKubeConfig({ env: {}, kubeconfig }));
    onClose(() => proxy.down());
    const proxied = path.join(folder, `${name}.kubeconfig`);
    writeFileSync(proxied, kubeconfigOf(proxy.address, name), { mode: 0o600 });
    const replica = new Replica({ name, program, kubeconfig: proxied, external, folder, timeline });
    onClose(() => replica.retire());
    proxies.push(proxy);
    replicas.push(replica);
  }
  return { plane, client, proxies, replicas, external, auditLog };
}

async function bundleOperator(folder: string): Promise<string> {
  const src = path.join(root, "src");
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/soak/operator/main.ts"],
    outdir: path.join(folder, "operator"),
    outExtension: { ".js": ".mjs" },
    ...operatorBundle,
    sourcemap: true,
    alias: { tsop: path.join(src, "index.ts"), "tsop/k8s/core/v1": path.join(src, "k8s/core/v1.ts") },
  });
  return path.join(folder, "operator", "main.mjs");
}

async function install(plane: ControlPlane, client: HttpClient, folder: string): Promise<void> {
  const crd = path.join(folder, "crd.json");
  writeFileSync(crd, JSON.stringify(simpleCrd(group, plural, Soak.kind)));
  await plane.kubectl("apply", "-f", crd);
  await plane.kubectl("wait", "--for=condition=Established", "--timeout=60s", "-f", crd);
  for (const name of namespaces) {
    const metadata = { name, labels: { [indexedLabel]: "true" } };
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata });
  }
}

function kubeconfigOf(server: string, user: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "soak", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: user, user: { token: `${user}-token` } }],
    contexts: [{ name: "soak", context: { cluster: "soak", user } }],
    "current-context": "soak",
  });
}
