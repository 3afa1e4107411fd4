import { randomBytes } from "node:crypto";
import os from "node:os";
import type { Context } from "./context.js";

/**
 * Returns the name of this process for other users of the cluster: `zhangsan@laptop (5f3a9c)`. Each command has a
 * different name.
 */
export function lockHolder({ env }: Context): string {
  const user = env["USER"] ?? env["USERNAME"] ?? "unknown";
  return `${user}@${os.hostname()} (${randomBytes(3).toString("hex")})`;
}
