import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { printKubeconfig } from "../../../src/apiserver/server/kubeconfig.js";
import { defaultVersion, type KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";
import type { OwnServer } from "../cluster.js";
import type { ServerProgramMessage, ServerProgramOptions } from "./server-program.js";

type Ready = ServerProgramMessage & { readonly kind: "ready" };

const users: ServerProgramOptions["users"] = [
  { name: "admin", groups: ["system:masters"], token: "admin-token" },
  { name: "nobody", token: "nobody-token" },
];

/** Starts the embedded API server in a separate process with its own data file. */
export async function startEmbeddedServer(
  program: string,
  kubernetesVersion: KubernetesVersion = defaultVersion,
): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-embedded-"));
  const options = { dataFile: path.join(folder, "data"), users, kubernetesVersion };
  const first = await start(program, { ...options, port: 0 });
  const { url, caCertificate } = first.ready;
  const port = Number(new URL(url).port);
  let { child } = first;
  const kubeconfigOf = (user: string): string => {
    const file = path.join(folder, `kubeconfig-${user}`);
    writeFileSync(file, printKubeconfig({ url, caCertificate, user, credentials: { token: `${user}-token` } }), {
      mode: 0o600,
    });
    return file;
  };
  return {
    kubeconfig: kubeconfigOf("admin"),
    nobodyKubeconfig: kubeconfigOf("nobody"),
    server: url,
    killApiServer: () => end(child, "SIGKILL"),
    stopApiServer: () => end(child, "SIGTERM"),
    startApiServer: async () => void ({ child } = await start(program, { ...options, port })),
    // A restarted server knows only the newest of all versions.
    compact: () => (hasEnded(child) ? Promise.resolve() : compact(child)),
    stop: async () => {
      await end(child, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(program: string, options: ServerProgramOptions): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = fork(program, [JSON.stringify(options)], { execArgv: ["--enable-source-maps"] });
  const ready = await answerOf(child, "ready");
  return { child, ready };
}

async function compact(child: ChildProcess): Promise<void> {
  const compacted = answerOf(child, "compacted");
  child.send({ kind: "compact" });
  await compacted;
}

function answerOf<Kind extends ServerProgramMessage["kind"]>(
  child: ChildProcess,
  kind: Kind,
): Promise<ServerProgramMessage & { kind: Kind }> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code, signal) => reject(new Error(`the embedded server ended with ${code ?? signal}`)));
    child.on("message", (message: ServerProgramMessage) => {
      if (message.kind === kind) resolve(message as ServerProgramMessage & { kind: Kind });
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
