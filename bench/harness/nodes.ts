import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { cacheFolder } from "./cache-folder.js";

/** A Node on which our side runs. */
export interface NodeProgram {
  readonly file: string;
  /** The version: `v24.1.0` */
  readonly version: string;
}

/** The oldest Node that tsop supports. Our side runs on it in addition to the Node that operators are deployed with. */
export const oldestMajor = 20;

/** Returns the Nodes that the command line names. @throws Error that names the file that is no Node */
export function givenNodes(files: readonly string[]): NodeProgram[] {
  return files.map((file) => ({ file, version: versionOf(file) }));
}

/**
 * Returns one Node for each major version: this Node, or a Node from the npm registry, which is cached.
 *
 * @throws Error that explains how to name a Node that is already installed
 */
export function findNodes(majors: readonly number[]): NodeProgram[] {
  return majors.map((major) => {
    const file = majorOf(process.version) === major ? process.execPath : fetchNode(major);
    return { file, version: versionOf(file) };
  });
}

export function majorOf(version: string): number {
  return Number(/^v(\d+)\./.exec(version)?.[1]);
}

function fetchNode(major: number): string {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = path.join(cacheFolder, `node-${major}`);
  const file = path.join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  try {
    const args = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", folder, `${name}@${major}`];
    execFileSync("npm", args, { stdio: ["ignore", "ignore", "pipe"], shell: process.platform === "win32" });
  } catch (cause) {
    throw new Error(
      `Node ${major} is not on this machine, and npm cannot install ${name}@${major}; name the Nodes to measure on: --node FILE --node FILE`,
      { cause },
    );
  }
  return file;
}

function versionOf(file: string): string {
  const version = askVersion(file);
  if (!/^v\d+\.\d+\.\d+/.test(version)) throw new Error(`--node ${file} says that its version is ${version}`);
  return version;
}

function askVersion(file: string): string {
  try {
    return execFileSync(file, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch (cause) {
    throw new Error(`--node ${file} cannot be run`, { cause });
  }
}
