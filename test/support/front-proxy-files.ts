/** The certificates with which kube-apiserver identifies itself to extension API servers, and those of users. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { issueAuthority, year } from "../../src/core/issue-certificates.js";
import { frontProxyFlags } from "../../src/testing/environment/front-proxy.js";

export interface FrontProxyFiles {
  /** The flags of kube-apiserver. */
  readonly flags: readonly string[];
  remove(): void;
}

export async function writeFrontProxyFiles(): Promise<FrontProxyFiles> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "front-proxy-"));
  const clients = await issueAuthority("client-ca", { now: Date.now(), lifetimeMs: year });
  const clientCa = path.join(folder, "client-ca.crt");
  writeFileSync(clientCa, clients.cert);
  const flags = [...(await frontProxyFlags(folder)), "--client-ca-file", clientCa];
  return { flags, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
