import { execFileSync } from "node:child_process";

/** Runs git in a folder, with an author for commits. Returns what it prints. */
export function git(cwd: string, ...args: readonly string[]): string {
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  return execFileSync("git", [...author, ...args], { cwd, stdio: "pipe", encoding: "utf8" });
}
