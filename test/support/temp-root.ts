import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** A container's has 64 MB, which some tests fill. */
const enoughBytes = 4 * 1024 ** 3;
const namePrefix = "tsop-tests-";

/**
 * The folder in which a run of the tests makes all of its own: where this process and those that it starts have their
 * temporary files, until it ends. It is in memory where the machine has room there: what most tests do to a disk is to
 * write and remove hundreds of small files.
 */
export function tempRoot(): string {
  const own = `${namePrefix}${process.pid}-`;
  const current = os.tmpdir();
  if (path.basename(current).startsWith(own)) return current; // each project reads the configuration anew
  const place = isFit() ? memory : current;
  for (const name of leftIn(place)) remove(path.join(place, name));
  const root = mkdtempSync(path.join(place, own));
  process.env["TMPDIR"] = root;
  process.once("exit", () => remove(root));
  return root;
}

/** Tests run programs that they have written themselves. */
function isFit(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    return mount !== undefined && !/[ ,]noexec\b/.test(mount) && bavail * bsize > enoughBytes;
  } catch {
    return false; // another system than Linux
  }
}

/** The folders of runs that were killed. */
function leftIn(place: string): string[] {
  return readdirSync(place).filter((name) => {
    const pid = new RegExp(`^${namePrefix}(\\d+)-`).exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's
  }
}

/** Tens of thousands of files: Node's own way takes seconds. */
function remove(folder: string): void {
  spawnSync("rm", ["-rf", folder]);
}
