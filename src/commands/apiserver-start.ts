import type { ApiServer, ApiServerOptions } from "../apiserver/api-server.js";
import { TsopError } from "../core/errors.js";

/** Starts the embedded API server, and says what is in its way. */
export async function explainStart(
  start: (options: ApiServerOptions) => Promise<ApiServer>,
  options: ApiServerOptions,
): Promise<ApiServer> {
  try {
    return await start(options);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw cause;
    const why = code === "EACCES" ? "may not be used by this user" : "is taken";
    throw new TsopError("apiserver/port-unavailable", `port ${options.port ?? 0} of 127.0.0.1 ${why}`, {
      hint: "Choose another one with --port, or leave it out: then a free one is taken.",
      cause,
    });
  }
}
