import { createPrivateKey, X509Certificate } from "node:crypto";

/** Returns the error of Go's tls.X509KeyPair for a certificate and a key (PEM) that do not match, or undefined for a pair. */
export function keyPairFault(certificate: string, key: string): string | undefined {
  if (!hasBlock(certificate, /^CERTIFICATE$/)) return noBlock("certificate", certificate);
  if (!hasBlock(key, /PRIVATE KEY$/)) return noBlock("key", key);
  const parsed = attempt(() => new X509Certificate(certificate));
  if (parsed === undefined) return "x509: malformed certificate";
  const privateKey = attempt(() => createPrivateKey(key));
  if (privateKey === undefined) return "tls: failed to parse private key";
  return parsed.checkPrivateKey(privateKey) ? undefined : "tls: private key does not match public key";
}

function noBlock(what: string, text: string): string {
  const types = blockTypes(text);
  if (types.length === 0) return `tls: failed to find any PEM data in ${what} input`;
  const wanted = what === "key" ? 'PEM block with type ending in "PRIVATE KEY"' : '"CERTIFICATE" PEM block';
  return `tls: failed to find ${wanted} in ${what} input after skipping PEM blocks of the following types: [${types.join(" ")}]`;
}

function hasBlock(text: string, type: RegExp): boolean {
  return blockTypes(text).some((each) => type.test(each));
}

function blockTypes(text: string): string[] {
  return [...text.matchAll(/-----BEGIN ([^-]+)-----[\s\S]*?-----END \1-----/g)].map(([, type = ""]) => type);
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined; // the messages of OpenSSL and Go differ
  }
}
