import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { type FileSystem, nodeFileSystem, systemCode } from "./file-system.js";

/** The functions of the machine that `commit` needs. */
export interface Machine {
  readonly fs: FileSystem;
  readonly pid: number;
  /** The scope in which a process ID is unique: the machine, or a container on it. */
  readonly host: string;
  /**
   * Returns a value that distinguishes a running process from a later process with the same ID; empty if the system
   * does not provide one. Returns undefined if no process has the ID.
   */
  identify(pid: number): string | undefined;
  now(): number;
  /** Returns a word that no file name contains yet. */
  token(): string;
}

/** The initial PID namespace of a machine (linux/proc_ns.h); a container has another one. */
const firstNamespace = "pid:[4026531836]";

export const thisMachine: Machine = {
  fs: nodeFileSystem,
  pid: process.pid,
  host: hostName(),
  identify: (pid) => (process.platform === "linux" ? startOf(pid) : isAlive(pid) ? "" : undefined),
  now: () => Date.now(),
  token: () => randomBytes(4).toString("hex"),
};

function hostName(): string {
  try {
    const namespace = fs.readlinkSync("/proc/self/ns/pid");
    return namespace === firstNamespace ? os.hostname() : `${os.hostname()} ${namespace}`;
  } catch {
    return os.hostname(); // not Linux
  }
}

/** Returns a value that distinguishes the processes of different boots. */
function bootId(): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/**
 * Returns the start time of a process: field 22 of `stat` in proc(5). Field 2, a name in parentheses, can contain any
 * characters.
 */
function startOf(pid: number): string | undefined {
  let stat: string;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return isAlive(pid) ? "" : undefined;
  }
  return `${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""} ${bootId()}`;
}

/** Returns whether a process with the ID exists, for any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
