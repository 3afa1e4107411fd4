import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { isListening } from "../../kube/local-port.js";
import { textOf } from "../../project/files.js";
import { packageManagerOf } from "../../project/package-manager.js";

/** Runs a program. Resolves to its output, or undefined if it is missing or fails. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string | undefined>;

export interface MachineInput {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunProgram;
  /** The Node versions that tsop needs: `>=20.19`. */
  readonly engines: string;
  /** The Node versions in the project's package.json; undefined outside a project. */
  readonly projectEngines: string | undefined;
}

export interface ContainerTool {
  readonly name: string;
  readonly version: string;
  /** Whether the tool's engine responds. Undefined if the tool needs no engine. */
  readonly engine: boolean | undefined;
}

export interface Place {
  readonly what: string;
  readonly path: string;
  readonly isWritable: boolean;
  /** Undefined if the system does not report it. */
  readonly freeBytes: number | undefined;
}

export interface Proxy {
  readonly variable: string;
  readonly value: string;
  /** `invalid`: the value is not a proxy address. */
  readonly state: "answers" | "silent" | "invalid";
}

export interface Port {
  readonly port: number;
  readonly use: string;
  readonly isFree: boolean;
}

export interface MachineFacts {
  readonly node: string;
  readonly engines: string;
  readonly projectEngines: string | undefined;
  /** The major version of Node in the image, according to the Dockerfile. */
  readonly imageNode: number | undefined;
  readonly packageManager: { readonly name: string; readonly version: string | undefined };
  readonly containerTools: readonly ContainerTool[];
  /** Undefined if KUBEBUILDER_ASSETS is not set. */
  readonly assets:
    | { readonly folder: string; readonly isThere: boolean; readonly missing: readonly string[] }
    | undefined;
  readonly proxies: readonly Proxy[];
  /** Undefined if NODE_EXTRA_CA_CERTS is not set. */
  readonly extraCerts: { readonly file: string; readonly state: "fine" | "missing" | "no-certificate" } | undefined;
  readonly places: readonly Place[];
  readonly ports: readonly Port[];
}

export async function gatherMachine({ root, env, run, engines, projectEngines }: MachineInput): Promise<MachineFacts> {
  const [packageManager, containerTools, proxies, ports] = await Promise.all([
    askPackageManager(root, run),
    containerToolsOf(run),
    proxiesOf(env),
    portsOf(),
  ]);
  return {
    ...{ node: process.versions.node, engines, projectEngines, packageManager, containerTools, proxies, ports },
    imageNode: imageNodeOf(textOf(root, "Dockerfile") ?? ""),
    assets: assetsOf(env["KUBEBUILDER_ASSETS"]),
    extraCerts: extraCertsOf(env["NODE_EXTRA_CA_CERTS"]),
    places: [placeOf("the folder for temporary files", os.tmpdir()), placeOf("this folder", root)],
  };
}

/** Returns the Node version of an image: `nodejs24-debian12` and `node:24-slim` → 24. */
export function imageNodeOf(dockerfile: string): number | undefined {
  const lines = dockerfile.split(/\r?\n/).filter((line) => /^\s*(?:FROM|ARG)\s/i.test(line));
  const found = lines
    .map((line) => /\bnode(?:js)?[:-]?(\d{2})\b|\bnodejs(\d{2})-/.exec(line))
    .find((match) => match !== null);
  const text = found?.[1] ?? found?.[2];
  return text === undefined ? undefined : Number(text);
}

async function askPackageManager(root: string, run: RunProgram): Promise<MachineFacts["packageManager"]> {
  const name = packageManagerOf(root);
  return { name, version: firstWord(await run(name, ["--version"])) };
}

async function containerToolsOf(run: RunProgram): Promise<ContainerTool[]> {
  const tools = await Promise.all([
    engineTool(run, "docker", "{{.Client.Version}}", "{{.Server.Version}}"),
    daemonless(run, "podman"),
    daemonless(run, "buildah"),
    engineTool(run, "nerdctl", "{{.Client.Version}}", "{{(index .Server.Components 0).Version}}"),
  ]);
  return tools.filter((tool) => tool !== undefined);
}

async function engineTool(
  run: RunProgram,
  name: string,
  client: string,
  server: string,
): Promise<ContainerTool | undefined> {
  const version = firstVersion(await run(name, ["--version"])) ?? firstWord(await run(name, ["version", "-f", client]));
  if (version === undefined) return undefined;
  return { name, version, engine: firstWord(await run(name, ["version", "--format", server])) !== undefined };
}

async function daemonless(run: RunProgram, name: string): Promise<ContainerTool | undefined> {
  const version = firstVersion(await run(name, ["--version"]));
  return version === undefined ? undefined : { name, version, engine: undefined };
}

function firstVersion(text: string | undefined): string | undefined {
  return /(?<!\d)\d+\.\d+[^\s,]*/.exec(text ?? "")?.[0];
}

function firstWord(text: string | undefined): string | undefined {
  return /\S+/.exec(text ?? "")?.[0];
}

function assetsOf(folder: string | undefined): MachineFacts["assets"] {
  if (folder === undefined || folder === "") return undefined;
  const ending = process.platform === "win32" ? ".exe" : "";
  const names = ["etcd", "kube-apiserver"];
  const missing = names.filter((name) => !may(path.join(folder, `${name}${ending}`), constants.X_OK));
  return { folder, isThere: existsSync(folder), missing };
}

async function proxiesOf(env: MachineInput["env"]): Promise<Proxy[]> {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  const given = names.flatMap((variable) => {
    const value = env[variable];
    return value === undefined || value === "" ? [] : [{ variable, value }];
  });
  return Promise.all(given.map(async (each) => ({ ...each, state: await proxyState(each.value) })));
}

const proxyTimeoutMs = 3000;

async function proxyState(value: string): Promise<Proxy["state"]> {
  const text = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) return "invalid";
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return (await isListening(port, host, proxyTimeoutMs)) ? "answers" : "silent";
}

function extraCertsOf(file: string | undefined): MachineFacts["extraCerts"] {
  if (file === undefined || file === "") return undefined;
  try {
    return { file, state: readFileSync(file, "utf8").includes("-----BEGIN ") ? "fine" : "no-certificate" };
  } catch {
    return { file, state: "missing" };
  }
}

function placeOf(what: string, folder: string): Place {
  return { what, path: folder, isWritable: may(folder, constants.W_OK), freeBytes: freeBytesOf(folder) };
}

function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function may(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** Returns the default ports of an operator on this machine. */
async function portsOf(): Promise<Port[]> {
  const uses = [{ port: 8081, use: "health probes (--health-probe-bind-address)" }];
  return Promise.all(uses.map(async (each) => ({ ...each, isFree: await isFree(each.port) })));
}

/** Returns whether a program of this user can listen on the port. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
