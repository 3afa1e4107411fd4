import { randomBytes } from "node:crypto";
import os from "node:os";
import type { Context } from "./context.js";

/** `zhangsan@laptop (5f3a9c)`: who it is to others who look at the cluster; each command has a name of its own. */
export function lockHolder({ env }: Context): string {
  const user = env["USER"] ?? env["USERNAME"] ?? "somebody";
  return `${user}@${os.hostname()} (${randomBytes(3).toString("hex")})`;
}
