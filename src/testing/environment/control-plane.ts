import type { ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { freePort } from "../../kube/local-port.js";
import { endProgram, ensureRunning, startProgram, statusOf, until } from "./server-process.js";

export interface ControlPlaneOptions {
  /** The folder that contains etcd and kube-apiserver. */
  readonly assets: string;
  /** The lines of a token file: `token,user,uid,"group"`. The first user belongs to system:masters. */
  readonly tokens: readonly string[];
  /** The flags of the API server, in addition to the required ones. */
  readonly apiServerFlags?: readonly string[];
  /** The flags of etcd, after the required ones: a later flag wins. */
  readonly etcdFlags?: readonly string[];
  /** Finds a port. Default: a free port of loopback. */
  readonly findPort?: () => Promise<number>;
}

/** A free port may be taken before a program listens on it. */
const attempts = 3;

/**
 * A real control plane: etcd and kube-apiserver on free ports of loopback, with RBAC, and with data in a temporary
 * folder. Runs no controllers.
 */
export class ControlPlane {
  readonly server: string;
  /** The address of etcd. */
  readonly etcd: string;
  /** The folder of its data, its logs and its certificates. */
  readonly folder: string;
  readonly #options: ControlPlaneOptions;
  readonly #flags: readonly string[];
  readonly #etcdProcess: ChildProcess;
  #apiServer: ChildProcess | undefined;

  private constructor(options: ControlPlaneOptions, folder: string, ports: readonly number[]) {
    const [client = 0, peer = 0, secure = 0] = ports;
    this.folder = folder;
    this.server = `https://127.0.0.1:${secure}`;
    this.etcd = `http://127.0.0.1:${client}`;
    this.#options = options;
    const key = this.#write("sa.key", newKey());
    const tokens = this.#write("tokens.csv", `${options.tokens.join("\n")}\n`);
    this.#flags = [
      ...["--etcd-servers", this.etcd, "--cert-dir", "certs", "--bind-address", "127.0.0.1"],
      ...["--secure-port", String(secure), "--endpoint-reconciler-type", "none", "--token-auth-file", tokens],
      ...["--authorization-mode", "RBAC", "--service-cluster-ip-range", "10.0.0.0/24"],
      ...["--service-account-issuer", "https://kubernetes.default.svc"],
      ...["--service-account-key-file", key, "--service-account-signing-key-file", key],
      ...(options.apiServerFlags ?? []),
    ];
    const peers = `http://127.0.0.1:${peer}`;
    this.#etcdProcess = startProgram(
      options.assets,
      "etcd",
      [
        ...["--data-dir", "etcd", "--unsafe-no-fsync", "--listen-client-urls", this.etcd],
        ...["--advertise-client-urls", this.etcd, "--listen-peer-urls", peers],
        ...["--initial-advertise-peer-urls", peers, "--initial-cluster", `default=${peers}`],
        ...(options.etcdFlags ?? []),
      ],
      folder,
    );
  }

  /** @throws TsopError `testing/start-failed` */
  static async start(options: ControlPlaneOptions): Promise<ControlPlane> {
    for (const name of ["etcd", "kube-apiserver"]) {
      if (!existsSync(path.join(options.assets, name))) throw missing(options.assets, name);
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ControlPlane.#startOnce(options);
      } catch (error) {
        const isTaken = error instanceof TsopError && error.message.includes("address already in use");
        if (!isTaken || attempt === attempts) throw error;
      }
    }
  }

  static async #startOnce(options: ControlPlaneOptions): Promise<ControlPlane> {
    const { findPort = freePort } = options;
    const folder = mkdtempSync(path.join(os.tmpdir(), "control-plane-"));
    const plane = new ControlPlane(options, folder, [await findPort(), await findPort(), await findPort()]);
    try {
      await plane.startApiServer();
      // The namespace appears shortly after the server reports that it is ready.
      const isThere = async (): Promise<boolean> => (await plane.#get("/api/v1/namespaces/default")) === 200;
      await until(30_000, "the default namespace", isThere);
      return plane;
    } catch (error) {
      await plane.stop("SIGKILL");
      throw error;
    }
  }

  /** The path of the PEM file, which the server creates at its first start. */
  get caFile(): string {
    return path.join(this.folder, "certs", "apiserver.crt");
  }

  get caCertificate(): string {
    return readFileSync(this.caFile, "utf8");
  }

  /** The ids of the running processes. */
  processes(): number[] {
    return [this.#etcdProcess.pid, this.#apiServer?.pid].filter((pid) => pid !== undefined);
  }

  /** Starts the API server on the same port with the same data, and waits until it is ready. */
  async startApiServer(): Promise<void> {
    const { assets } = this.#options;
    const child = startProgram(assets, "kube-apiserver", this.#flags, this.folder);
    this.#apiServer = child;
    await until(60_000, `the API server (its log is in ${this.folder})`, async () => {
      ensureRunning(this.#etcdProcess, "etcd", this.folder);
      ensureRunning(child, "kube-apiserver", this.folder);
      return (await this.#get("/readyz")) === 200;
    });
  }

  /** Stops the API server; etcd keeps running with its data. */
  async stopApiServer(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await endProgram(this.#apiServer, signal);
    this.#apiServer = undefined;
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await this.stopApiServer(signal);
    await endProgram(this.#etcdProcess, signal);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #get(place: string): Promise<number | undefined> {
    if (!existsSync(this.caFile)) return Promise.resolve(undefined);
    const [token = ""] = (this.#options.tokens[0] ?? "").split(",");
    return statusOf(`${this.server}${place}`, this.caCertificate, token);
  }

  #write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }
}

/** An RSA key would keep the process busy for 0.1 s or longer. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString(); // kube-apiserver reads no EC key as PKCS #8
}

function missing(assets: string, name: string): TsopError {
  return new TsopError("testing/start-failed", `${assets} contains no ${name}`, {
    hint: "Set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver (`tsop envtest setup` downloads them), or unset it to use the embedded API server.",
  });
}
