/** How kube-apiserver identifies itself to extension API servers. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { frontProxyName } from "../../apiserver/kinds/bootstrap/extension-trust.js";
import { issueAuthority, issueClient, year } from "../../core/issue-certificates.js";

/** Writes the certificates into the folder, as kubeadm creates them, and returns the flags of kube-apiserver. */
export async function frontProxyFlags(folder: string): Promise<string[]> {
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const validity = { now: Date.now(), lifetimeMs: year };
  const authority = await issueAuthority("front-proxy-ca", validity);
  const client = await issueClient(authority, { name: frontProxyName }, validity);
  return [
    ...["--proxy-client-cert-file", write("front-proxy-client.crt", client.cert)],
    ...["--proxy-client-key-file", write("front-proxy-client.key", client.key)],
    ...["--requestheader-client-ca-file", write("front-proxy-ca.crt", authority.cert)],
    ...["--requestheader-allowed-names", frontProxyName, "--requestheader-username-headers", "X-Remote-User"],
    ...["--requestheader-group-headers", "X-Remote-Group", "--requestheader-extra-headers-prefix", "X-Remote-Extra-"],
  ];
}
