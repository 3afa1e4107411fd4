import { execFileSync } from "node:child_process";

/** Whether programs in Go can be built here. */
export function hasGo(): boolean {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
