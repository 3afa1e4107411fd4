import { execFileSync } from "node:child_process";

/** Returns whether Go programs can be built here. */
export function hasGo(): boolean {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
