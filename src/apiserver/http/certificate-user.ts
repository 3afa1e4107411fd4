/** The user in a client's certificate. Source: k8s.io/apiserver/pkg/authentication/request/x509/x509.go. */
import { createHash, type X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";
import type { UserInfo } from "../resource.js";

/** A connection may carry many requests, and reading its certificate takes longer than most of them. */
const known = new WeakMap<Socket, { readonly user: UserInfo | undefined }>();

/** Returns undefined if the client has no certificate of the server's authority. */
export function certificateUser(socket: Socket): UserInfo | undefined {
  const found = known.get(socket);
  if (found !== undefined) return found.user;
  const user = socket instanceof TLSSocket && socket.authorized ? readUser(socket) : undefined;
  known.set(socket, { user });
  return user;
}

/** The longest chain that is read. */
const longestChain = 10;

/** The certificates that a client sent: its own first; none if it has no certificate. */
export interface ClientCertificates {
  readonly chain: readonly X509Certificate[];
  /** Whether one of the listener's authorities verifies the client's certificate. */
  readonly isVerified: boolean;
}

export function clientCertificates(socket: Socket): ClientCertificates {
  if (!(socket instanceof TLSSocket)) return { chain: [], isVerified: false };
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < longestChain) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return { chain, isVerified: socket.authorized };
}

function readUser(socket: TLSSocket): UserInfo | undefined {
  // A client that resumes a session without a certificate is authorized, too.
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  const { subject, raw } = certificate;
  const [username = ""] = listOf(subject?.CN);
  if (username === "" || subject === undefined || raw === undefined) return undefined;
  return {
    username,
    groups: [...new Set([...listOf(subject.O), "system:authenticated"])],
    extra: {
      "authentication.kubernetes.io/credential-id": [`X509SHA256=${createHash("sha256").update(raw).digest("hex")}`],
    },
  };
}

/** Node returns an attribute that occurs more than once as a list. */
function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
