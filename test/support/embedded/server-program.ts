/**
 * Runs the embedded API server as a separate program, which can be killed; `own-server.ts` starts it and exchanges messages with
 * it.
 */
import type { ApiServerUser } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

/** The options, as JSON in its only argument. */
export interface ServerProgramOptions {
  readonly port: number;
  readonly dataFile: string;
  readonly users: readonly ApiServerUser[];
  readonly kubernetesVersion: KubernetesVersion;
}

/** The messages that the program sends. */
export type ServerProgramMessage =
  | { readonly kind: "ready"; readonly url: string; readonly caCertificate: string }
  | { readonly kind: "compacted" };

const { users, ...options } = JSON.parse(process.argv[2] ?? "") as ServerProgramOptions;
const server = await startApiServer(options);
for (const user of users) server.addUser(user);
const say = (message: ServerProgramMessage): void => void process.send?.(message);
const stop = (): void => void server.stop().then(() => process.disconnect());
process.once("SIGTERM", stop);
process.on("message", () => {
  server.compact();
  say({ kind: "compacted" });
});
// The test's process may be killed, too.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
const { url, caCertificate } = server;
say({ kind: "ready", url, caCertificate });
