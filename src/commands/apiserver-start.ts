import { rmSync } from "node:fs";
import type { ApiServer, ApiServerOptions } from "../apiserver/api-server.js";
import { loopback } from "../apiserver/server/bind-address.js";
import { TsopError } from "../core/errors.js";
import { lockDataFile } from "../machinery/lock-data-file.js";
import type { Context } from "./context.js";

/** The function that starts the embedded server. */
export type StartApiServer = (options: ApiServerOptions) => Promise<ApiServer>;

export interface StartOptions extends ApiServerOptions {
  /** Discards the contents of the data file. */
  readonly fresh?: boolean;
}

/**
 * Starts the embedded API server, or reports why it cannot start. The server locks its data file until it stops.
 *
 * @throws TsopError `apiserver/port-unavailable`, `apiserver/data-file-in-use`
 */
export async function startServer(
  start: StartApiServer,
  { fresh = false, ...options }: StartOptions,
  context: Pick<Context, "atExit">,
): Promise<ApiServer> {
  const { dataFile } = options;
  const release = dataFile === undefined ? () => undefined : lockOrExplain(dataFile);
  const forget = context.atExit(release);
  const unlock = (): void => {
    forget();
    release();
  };
  try {
    if (fresh && dataFile !== undefined) rmSync(dataFile, { force: true });
    const server = await explainPort(start, options);
    return {
      url: server.url,
      caCertificate: server.caCertificate,
      kubeconfig: server.kubeconfig,
      addUser: (user) => server.addUser(user),
      addCertificate: (user) => server.addCertificate(user),
      compact: () => server.compact(),
      stop: () => server.stop().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function explainPort(start: StartApiServer, options: ApiServerOptions): Promise<ApiServer> {
  try {
    return await start(options);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const { port = 0, bindAddress = loopback } = options;
    if (code === "EADDRNOTAVAIL" || code === "EINVAL") {
      throw new TsopError("apiserver/port-unavailable", `this machine does not have the address ${bindAddress}`, {
        hint: "Name an address of this machine with --bind-address, or 0.0.0.0 for all of them.",
        cause,
      });
    }
    if (code !== "EADDRINUSE" && code !== "EACCES") throw cause;
    const why = code === "EACCES" ? "needs privileges that this user lacks" : "is in use";
    throw new TsopError("apiserver/port-unavailable", `port ${port} of ${bindAddress} ${why}`, {
      hint: "Choose another port with --port, or omit --port to use a free port.",
      cause,
    });
  }
}

function lockOrExplain(dataFile: string): () => void {
  const outcome = lockDataFile(dataFile);
  if (outcome.kind === "taken") return outcome.release;
  const { pid, host } = outcome;
  const on = host === undefined ? "" : ` on ${host}`;
  throw new TsopError("apiserver/data-file-in-use", `another API server (process ${pid}${on}) uses this data file`, {
    at: { file: dataFile },
    hint:
      host === undefined
        ? `Stop it (\`kill ${pid}\`), or name another file with --data.`
        : `Stop it on that machine, or name another file with --data. tsop cannot check from here whether it still runs; if it does not, delete ${dataFile}.lock.`,
  });
}
