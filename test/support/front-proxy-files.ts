/** The certificates with which kube-apiserver identifies itself to extension API servers, as kubeadm creates them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { issueAuthority, issueClient, year } from "../../src/core/issue-certificates.js";

export interface FrontProxyFiles {
  /** The flags of kube-apiserver. */
  readonly flags: readonly string[];
  remove(): void;
}

export async function writeFrontProxyFiles(): Promise<FrontProxyFiles> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "front-proxy-"));
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const validity = { now: Date.now(), lifetimeMs: year };
  const authority = await issueAuthority("front-proxy-ca", validity);
  const client = await issueClient(authority, { name: "front-proxy-client" }, validity);
  const clients = await issueAuthority("client-ca", validity);
  const flags = [
    ...["--proxy-client-cert-file", write("client.crt", client.cert)],
    ...["--proxy-client-key-file", write("client.key", client.key)],
    ...["--requestheader-client-ca-file", write("ca.crt", authority.cert)],
    ...["--requestheader-allowed-names", "front-proxy-client", "--requestheader-username-headers", "X-Remote-User"],
    ...["--requestheader-group-headers", "X-Remote-Group", "--requestheader-extra-headers-prefix", "X-Remote-Extra-"],
    ...["--client-ca-file", write("client-ca.crt", clients.cert)],
  ];
  return { flags, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
