import type * as Server from "../apiserver/start-api-server.js";

/** The module of the API server: large, so the first call that needs it loads it. */
type ServerModule = typeof Server;

let loaded: Promise<ServerModule> | undefined;

export function loadServer(): Promise<ServerModule> {
  return (loaded ??= import("../apiserver/start-api-server.js"));
}

/** Undefined as long as no call has asked for it. */
export function loadingServer(): Promise<ServerModule> | undefined {
  return loaded;
}
