import { execFileSync } from "node:child_process";

/** Runs git in a folder, with an author for commits, and without the maintenance after them. Returns what it prints. */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = ["user.name=a", "user.email=a@example.com", "maintenance.auto=false"].flatMap((each) => [
    "-c",
    each,
  ]);
  return execFileSync("git", [...settings, ...args], { cwd, stdio: "pipe", encoding: "utf8" });
}
