import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Missing } from "./benchmark.js";
import { cacheFolder } from "./cache-folder.js";

/** A peer that Go builds from its module. */
export interface GoProgram {
  readonly name: string;
  /** The path of its package, up to the version. */
  readonly path: string;
  /** The versions, newest first. An older version is used if this Go is too old for the newest. */
  readonly versions: readonly string[];
  /** The arguments that print the version. */
  readonly askVersion: readonly string[];
}

export interface Found {
  readonly file: string;
  readonly version: string;
}

export const controllerGen: GoProgram = {
  name: "controller-gen",
  path: "sigs.k8s.io/controller-tools/cmd/controller-gen",
  versions: ["v0.23.0"],
  askVersion: ["--version"],
};

export const kustomize: GoProgram = {
  name: "kustomize",
  path: "sigs.k8s.io/kustomize/kustomize/v5",
  versions: ["v5.8.3", "v5.8.2"],
  askVersion: ["version"],
};

export const kubebuilder: GoProgram = {
  name: "kubebuilder",
  path: "sigs.k8s.io/kubebuilder/v4",
  versions: ["v4.15.0"],
  askVersion: ["version"],
};

/** Builds the program, or finds it in the folder that KUBEBUILDER_ASSETS names or in the PATH. */
export function findProgram(program: GoProgram): Found | Missing {
  const reasons: string[] = [];
  for (const version of program.versions) {
    const built = build(program, version);
    if ("file" in built) return { ...built, version };
    reasons.push(built.missing);
  }
  const folders = [process.env["KUBEBUILDER_ASSETS"], ...(process.env["PATH"] ?? "").split(path.delimiter)];
  const file = folders
    .filter((folder) => folder !== undefined && folder !== "")
    .map((folder) => path.join(folder ?? "", program.name))
    .find((each) => existsSync(each));
  if (file !== undefined) return { file, version: versionOf(program, file, "of unknown version") };
  return { missing: reasons.join("; ") };
}

function build({ name, path: module }: GoProgram, version: string): Pick<Found, "file"> | Missing {
  const folder = path.join(cacheFolder, `${name}-${version}`);
  const file = path.join(folder, name);
  if (existsSync(file)) return { file };
  mkdirSync(folder, { recursive: true });
  const { status, error, stderr } = spawnSync("go", ["install", `${module}@${version}`], {
    env: { ...process.env, GOBIN: folder, GOFLAGS: "-buildvcs=false", CGO_ENABLED: "0" },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  return status === 0
    ? { file }
    : { missing: `${name} ${version} cannot be built: ${reasonOf(error?.message ?? stderr)}` };
}

/** Returns Go's first message, without its downloads and the URLs of its proxies. */
export function reasonOf(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("go: downloading "));
  return lines[0]?.trim().replaceAll(/\bhttps?:\/\/\S+?(?=:?(\s|$))/g, "the module proxy") ?? "Go does not say why";
}

function versionOf({ askVersion }: GoProgram, file: string, otherwise: string): string {
  const { stdout } = spawnSync(file, askVersion, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  // Further lines contain versions of other programs. Despite its type, stdout is null if the program could not be
  // started.
  const [first = ""] = ((stdout as string | null) ?? "").split("\n");
  return /\bv?(\d+\.\d+\.\d+\S*)/.exec(first)?.[0] ?? otherwise;
}
