import { spawn } from "node:child_process";
import { TsopError } from "../core/errors.js";
import { isJsonObject, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { ExecConfig } from "./cluster-config.js";

/** The output of a credential plugin. */
export interface ExecCredential {
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** In milliseconds since 1970; undefined if the credentials last until they are rejected. */
  readonly expiresAt: number | undefined;
}

export interface RunExecOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a user can answer the program's questions on this process's terminal. */
  readonly interactive: boolean;
}

/**
 * Runs the credential program of a kubeconfig, without a shell.
 *
 * @throws TsopError `cluster/credentials-failed`
 */
export async function runExecCredential(config: ExecConfig, options: RunExecOptions): Promise<ExecCredential> {
  if (config.interactiveMode === "Always" && !options.interactive) {
    throw failed(config, "it needs a terminal for its questions, and this process has none");
  }
  const interactive = options.interactive && config.interactiveMode !== "Never";
  return readCredential(config, await run(config, interactive, options));
}

function run(config: ExecConfig, interactive: boolean, { env }: RunExecOptions): Promise<string> {
  const info = {
    apiVersion: config.apiVersion,
    kind: "ExecCredential",
    spec: { interactive, ...(config.clusterInfo === undefined ? {} : { cluster: config.clusterInfo }) },
  };
  const variables = Object.fromEntries(config.env.map(({ name, value }) => [name, value]));
  const all = { ...env, ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  return new Promise((resolve, reject) => {
    // The user must see a question to answer it: the program prints it on stderr.
    const terminal = interactive ? "inherit" : undefined;
    const child = spawn(config.command, [...config.args], {
      env: all,
      stdio: [terminal ?? "ignore", "pipe", terminal ?? "pipe"],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    // Without the cause, which contains all arguments.
    child.on("error", ({ code = "?" }: NodeJS.ErrnoException) =>
      reject(failed(config, code === "ENOENT" ? "it is not installed" : `it cannot be run (${code})`)),
    );
    child.on("close", (exitCode, signal) => {
      const said = lastLines(Buffer.concat(stderr).toString("utf8"));
      if (exitCode === 0) resolve(Buffer.concat(stdout).toString("utf8"));
      else reject(failed(config, said || `it ended with ${signal ?? `exit status ${exitCode ?? "unknown"}`}`));
    });
  });
}

function readCredential(config: ExecConfig, stdout: string): ExecCredential {
  const value = readJson(stdout);
  if (value === undefined) throw failed(config, "its output is not JSON"); // the cause would quote the output
  if (!isJsonObject(value) || value["kind"] !== "ExecCredential")
    throw failed(config, "its output is not an ExecCredential");
  if (value["apiVersion"] !== config.apiVersion) {
    throw failed(
      config,
      `it returned the apiVersion ${JSON.stringify(value["apiVersion"])}, the kubeconfig requires ${config.apiVersion}`,
    );
  }
  const status = value["status"];
  if (!isJsonObject(status)) throw failed(config, "its ExecCredential has no status");
  const expiry = text(status, "expirationTimestamp");
  const credential = {
    token: text(status, "token"),
    certificate: text(status, "clientCertificateData"),
    key: text(status, "clientKeyData"),
    expiresAt: expiry === undefined ? undefined : Date.parse(expiry),
  };
  if (Number.isNaN(credential.expiresAt))
    throw failed(config, `its expirationTimestamp is not a time: ${expiry ?? ""}`);
  if ((credential.certificate === undefined) !== (credential.key === undefined)) {
    throw failed(config, "its ExecCredential has only one of certificate and key");
  }
  if (credential.token === undefined && credential.key === undefined) {
    throw failed(config, "its ExecCredential has neither a token nor a certificate");
  }
  return credential;
}

function text(status: UnknownObject, field: string): string | undefined {
  const value = status[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The message does not contain the arguments, because kubeconfigs contain secrets in them. */
function failed(config: ExecConfig, what: string): TsopError {
  const hint = config.installHint ?? "Run the program yourself to see its messages; the kubeconfig names it in `exec`.";
  return new TsopError("cluster/credentials-failed", `credentials from \`${config.command}\`: ${what}`, { hint });
}

function lastLines(stderr: string): string {
  return stderr.trim().split("\n").slice(-5).join("\n");
}
