import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** A container's folder has 64 MB, which some tests fill. */
const enoughBytes = 4 * 1024 ** 3;
const namePrefix = "tsop-tests-";

/**
 * Returns the folder for all temporary files of a test run: of this process and of those that it starts, until it ends. It is in
 * memory if there is enough space: most tests write and remove hundreds of small files.
 */
export function tempRoot(): string {
  const own = `${namePrefix}${process.pid}-`;
  const current = os.tmpdir();
  if (path.basename(current).startsWith(own)) return current; // each project reads the configuration again
  const place = isFit() ? memory : current;
  for (const name of leftIn(place)) remove(path.join(place, name));
  const root = mkdtempSync(path.join(place, own));
  process.env["TMPDIR"] = root;
  process.once("exit", () => remove(root));
  return root;
}

/** Returns whether the folder in memory suits: tests run programs that they have written. */
function isFit(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    return mount !== undefined && !/[ ,]noexec\b/.test(mount) && bavail * bsize > enoughBytes;
  } catch {
    return false; // an operating system other than Linux
  }
}

/** Returns the folders of killed runs. */
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
    return error instanceof Error && "code" in error && error.code === "EPERM"; // it belongs to another user
  }
}

/** Removes tens of thousands of files: Node's own function takes seconds. */
function remove(folder: string): void {
  spawnSync("rm", ["-rf", folder]);
}
