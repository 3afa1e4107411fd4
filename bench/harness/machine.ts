import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { NodeProgram } from "./nodes.js";

/** The machine and the versions that produced the figures. */
export interface Setting {
  /** The date: `2026-11-23 12:00 UTC` */
  readonly date: string;
  readonly machine: string;
  /** The load of other programs when the run began: the load average over one minute. */
  readonly load: number;
  readonly nodes: readonly NodeProgram[];
  /** The flags with which a scaffold deploys operators; our side's operators use the same flags. */
  readonly flags: readonly string[];
  readonly commit: string;
  /** The versions of the programs behind the peers, one per line. */
  readonly peers: readonly string[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export function readSetting(nodes: readonly NodeProgram[], flags: readonly string[]): Setting {
  return {
    ...{ date: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`, machine: readMachine() },
    ...{ load: os.loadavg()[0] ?? NaN, nodes, flags, commit: readCommit(), peers: readPeers() },
  };
}

function readMachine(): string {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const model = cpus[0]?.model.trim() ?? "an unknown processor";
  return `${model}, ${cpus.length} cores, ${memory} GiB, ${os.type()} ${os.release()} ${os.arch()}`;
}

function readCommit(): string {
  const commit = firstLine("git", ["rev-parse", "--short=12", "HEAD"]) ?? "unknown";
  return firstLine("git", ["status", "--porcelain"]) === undefined ? commit : `${commit} with changes`;
}

/** Returns the versions that no row names: of the servers, Go, and the modules of the Go peers. */
function readPeers(): string[] {
  const assets = process.env["KUBEBUILDER_ASSETS"] ?? "";
  const modules = readFileSync(path.join(root, "bench/controller-runtime/go.mod"), "utf8");
  return [
    ...["etcd", "kube-apiserver"].map((name) => {
      const version = firstLine(path.join(assets, name), ["--version"]);
      return version === undefined ? `${name}: not found` : version.replace("Kubernetes", name);
    }),
    firstLine("go", ["version"]) ?? "go: not found",
    ...[...modules.matchAll(/^\t(\S*controller-runtime|k8s\.io\/api\S*) (v\S+)$/gm)].map(
      ([, module = "", version = ""]) => `${module} ${version}`,
    ),
  ];
}

function firstLine(file: string, args: readonly string[]): string | undefined {
  const { stdout } = spawnSync(file, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  // Despite its type, stdout is null if the program could not be started.
  const line = (stdout as string | null)?.split("\n")[0]?.trim();
  return line === "" ? undefined : line;
}
