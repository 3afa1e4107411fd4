import type * as Server from "../apiserver/start-api-server.js";

/** The module of the API server. It is large, so the first call that needs it loads it. */
type ServerModule = typeof Server;

let loaded: Promise<ServerModule> | undefined;

export function loadServer(): Promise<ServerModule> {
  return (loaded ??= import("../apiserver/start-api-server.js"));
}

/** Undefined until a call has requested the module. */
export function loadingServer(): Promise<ServerModule> | undefined {
  return loaded;
}
