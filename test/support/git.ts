import { execFileSync } from "node:child_process";

/** Runs git in a folder, with an author for commits. */
export function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd, stdio: "pipe" });
}
