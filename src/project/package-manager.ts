import { existsSync } from "node:fs";
import path from "node:path";

const lockfiles = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun" } as const;

/** Returns the package manager of a project: the manager of an existing lockfile, or npm. */
export function packageManagerOf(root: string): "npm" | (typeof lockfiles)[keyof typeof lockfiles] {
  const found = Object.entries(lockfiles).find(([file]) => existsSync(path.join(root, file)));
  return found?.[1] ?? "npm";
}
