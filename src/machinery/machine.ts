import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { type FileSystem, nodeFileSystem, systemCode } from "./file-system.js";

/** What `commit` needs of the machine it runs on. */
export interface Machine {
  readonly fs: FileSystem;
  readonly pid: number;
  /** Where a number of a process means the same process: the machine, and in a container that container. */
  readonly host: string;
  /**
   * What tells a living process from a later one with the same number; empty where the system does not say. Undefined
   * when no process has that number.
   */
  identify(pid: number): string | undefined;
  now(): number;
  /** A word that no file name holds yet. */
  token(): string;
}

/** The namespace of processes that a machine begins with (linux/proc_ns.h); a container has another. */
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

/** Tells the processes of one start of the system from those of another. */
function bootId(): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** proc(5): the 22nd field of `stat` is the time of the start. The second, a name in parentheses, may hold anything. */
function startOf(pid: number): string | undefined {
  let stat: string;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return isAlive(pid) ? "" : undefined;
  }
  return `${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""} ${bootId()}`;
}

/** Whether there is a process of that number, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
