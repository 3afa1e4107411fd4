/**
 * A real control plane for tests: etcd and kube-apiserver, run from the folder that KUBEBUILDER_ASSETS names, on free
 * ports of loopback, with RBAC on.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get as httpsGet } from "node:https";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

export interface ControlPlane {
  /** Path of a kubeconfig for the group system:masters. */
  readonly kubeconfig: string;
  /** Path of a kubeconfig for a user without any rights. */
  readonly nobodyKubeconfig: string;
  readonly server: string;
  /** Folder of the kubectl, kustomize and other programs that belong to it. */
  readonly assets: string;
  /** Kills the API server at once; etcd and its data stay. */
  killApiServer(): Promise<void>;
  /** Starts the API server again on the same port, on the same data, and waits until it is ready. */
  startApiServer(): Promise<void>;
  /** Runs kubectl as admin. Rejects, with what kubectl printed, on any exit code but zero. */
  kubectl(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The folder of real binaries, or undefined: the tests that need one are skipped then. */
export const assetsFolder = process.env["KUBEBUILDER_ASSETS"];

const tokens = 'admin-token,admin,1,"system:masters"\nnobody-token,nobody,2\n';

/** @param admissionPlugins - besides those that Kubernetes turns on by itself */
export async function startControlPlane(
  assets = assetsFolder,
  admissionPlugins: readonly string[] = [],
): Promise<ControlPlane> {
  if (assets === undefined) throw new Error("KUBEBUILDER_ASSETS is not set");
  const dir = mkdtempSync(path.join(os.tmpdir(), "control-plane-"));
  const [client, peer, secure] = [await freePort(), await freePort(), await freePort()];
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const file = (name: string, content: string): string => {
    writeFileSync(path.join(dir, name), content, { mode: 0o600 });
    return path.join(dir, name);
  };
  const serviceAccountKey = file("sa.key", privateKey);
  const tokenFile = file("tokens.csv", tokens);
  const server = `https://127.0.0.1:${secure}`;
  const caFile = path.join(dir, "certs", "apiserver.crt");

  const run = (name: string, args: readonly string[]): ChildProcess => {
    const log = openSync(path.join(dir, `${name}.log`), "a");
    return spawn(path.join(assets, name), args, { cwd: dir, stdio: ["ignore", log, log] });
  };
  const etcd = run("etcd", [
    ...["--data-dir", "etcd", "--unsafe-no-fsync"],
    ...["--listen-client-urls", `http://127.0.0.1:${client}`, "--advertise-client-urls", `http://127.0.0.1:${client}`],
    ...["--listen-peer-urls", `http://127.0.0.1:${peer}`, "--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
    ...["--initial-cluster", `default=http://127.0.0.1:${peer}`],
  ]);
  let apiServer: ChildProcess | undefined;

  const controlPlane: ControlPlane = {
    kubeconfig: file("kubeconfig", kubeconfig(server, caFile, "admin-token")),
    nobodyKubeconfig: file("kubeconfig-nobody", kubeconfig(server, caFile, "nobody-token")),
    server,
    assets,
    async killApiServer() {
      await end(apiServer, "SIGKILL");
      apiServer = undefined;
    },
    async startApiServer() {
      apiServer = run("kube-apiserver", [
        ...["--etcd-servers", `http://127.0.0.1:${client}`, "--cert-dir", "certs"],
        ...["--bind-address", "127.0.0.1", "--secure-port", String(secure), "--endpoint-reconciler-type", "none"],
        ...[
          "--token-auth-file",
          tokenFile,
          "--authorization-mode",
          "RBAC",
          "--service-cluster-ip-range",
          "10.0.0.0/24",
        ],
        ...(admissionPlugins.length === 0 ? [] : ["--enable-admission-plugins", admissionPlugins.join(",")]),
        ...["--service-account-issuer", "https://kubernetes.default.svc"],
        ...["--service-account-key-file", serviceAccountKey, "--service-account-signing-key-file", serviceAccountKey],
      ]);
      const child = apiServer;
      await until(60_000, `the API server (log in ${dir})`, () => {
        if (child.exitCode !== null) throw new Error(`kube-apiserver ended with ${child.exitCode}; see ${dir}`);
        return isReady(`${server}/readyz`, caFile);
      });
    },
    kubectl: (...args) =>
      new Promise((resolve, reject) => {
        execFile(
          path.join(assets, "kubectl"),
          ["--kubeconfig", controlPlane.kubeconfig, ...args],
          { maxBuffer: 64 * 1024 * 1024 },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(`kubectl ${args.join(" ")}: ${stderr}`));
          },
        );
      }),
    async stop() {
      await end(apiServer, "SIGTERM");
      await end(etcd, "SIGTERM");
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    await controlPlane.startApiServer();
    // The namespace appears a moment after the server calls itself ready.
    await until(30_000, "the namespace default", () =>
      controlPlane.kubectl("get", "namespace", "default").then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    await end(apiServer, "SIGKILL");
    await end(etcd, "SIGKILL");
    throw error;
  }
  return controlPlane;
}

function kubeconfig(server: string, caFile: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "envtest", cluster: { server, "certificate-authority": caFile } }],
    users: [{ name: "envtest", user: { token } }],
    contexts: [{ name: "envtest", context: { cluster: "envtest", user: "envtest" } }],
    "current-context": "envtest",
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("no port"));
      });
    });
  });
}

function isReady(url: string, caFile: string): Promise<boolean> {
  return new Promise((resolve) => {
    let ca: string;
    try {
      ca = readFileSync(caFile, "utf8");
    } catch {
      resolve(false); // the server makes its certificate when it starts
      return;
    }
    const request = httpsGet(url, {
      ca,
      headers: { authorization: "Bearer admin-token" },
      timeout: 2000,
      agent: false,
    });
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

async function until(ms: number, what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} was not ready within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(timer);
}
