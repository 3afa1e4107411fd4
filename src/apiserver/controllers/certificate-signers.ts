/**
 * What the signers of Kubernetes accept.
 * Sources: kubernetes/pkg/controller/certificates/signer/signer.go, pkg/apis/certificates/helpers.go.
 */
import type { RequestedSubject } from "../../core/certificate-request.js";

export interface SignerQuestion {
  readonly usages: readonly string[];
  /** Reads the request, which takes a library that loads slowly. */
  readonly readSubject: () => Promise<RequestedSubject>;
}

/** Returns why a signer fails a request; undefined if it signs the request. */
export type SignerRule = (question: SignerQuestion) => Promise<string | undefined>;

const clientUsages = ["client auth", "digital signature", "key encipherment"];
const servingUsages = ["digital signature", "key encipherment", "server auth"];

const rules: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  ["kubernetes.io/kube-apiserver-client", ({ usages }) => Promise.resolve(userFault(usages))],
  ["kubernetes.io/kube-apiserver-client-kubelet", kubeletClientFault],
  ["kubernetes.io/kubelet-serving", kubeletServingFault],
  ["kubernetes.io/legacy-unknown", () => Promise.resolve(undefined)],
]);

/** Returns undefined for a signer that is not one of Kubernetes'. */
export function signerRule(signerName: string): SignerRule | undefined {
  return rules.get(signerName);
}

function userFault(usages: readonly string[]): string | undefined {
  const other = usages.find((usage) => !clientUsages.includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.includes("client auth") ? undefined : "missing required usage for client certificate: client auth";
}

async function kubeletClientFault({ usages, readSubject }: SignerQuestion): Promise<string | undefined> {
  const subject = await readSubject();
  return (
    groupFault(subject) ??
    nameFault(subject, "dns", "DNS") ??
    nameFault(subject, "email", "Email") ??
    nameFault(subject, "ip", "IP") ??
    nameFault(subject, "url", "URI") ??
    nodeFault(subject) ??
    usageFault(usages, clientUsages)
  );
}

async function kubeletServingFault({ usages, readSubject }: SignerQuestion): Promise<string | undefined> {
  const subject = await readSubject();
  const hasHost = subject.nameTypes.has("dns") || subject.nameTypes.has("ip");
  return (
    groupFault(subject) ??
    (hasHost ? undefined : "DNS or IP subjectAltName is required") ??
    nameFault(subject, "email", "Email") ??
    nameFault(subject, "url", "URI") ??
    usageFault(usages, servingUsages) ??
    nodeFault(subject)
  );
}

function groupFault({ organizations }: RequestedSubject): string | undefined {
  const isNode = organizations.length === 1 && organizations[0] === "system:nodes";
  return isNode ? undefined : "subject organization is not system:nodes";
}

function nodeFault({ commonName }: RequestedSubject): string | undefined {
  return commonName.startsWith("system:node:") ? undefined : "subject common name does not begin with system:node:";
}

function nameFault({ nameTypes }: RequestedSubject, type: string, shown: string): string | undefined {
  return nameTypes.has(type) ? `${shown} subjectAltNames are not allowed` : undefined;
}

/** A key that is not of RSA enciphers no other key. */
function usageFault(usages: readonly string[], required: readonly string[]): string | undefined {
  const given = new Set(usages);
  const isMissing = required.some((usage) => usage !== "key encipherment" && !given.has(usage));
  const isOther = usages.some((usage) => !required.includes(usage));
  return isMissing || isOther ? `usages did not match [${required.join(" ")}]` : undefined;
}
