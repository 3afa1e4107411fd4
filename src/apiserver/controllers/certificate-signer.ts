/** Signs the certificate requests that are approved. Source: kubernetes/pkg/controller/certificates/signer/signer.go. */
import type { CertificateSigningRequest } from "../../k8s/certificates/v1.js";
import type { CertificateUsages } from "../../core/sign-request.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import { timeText } from "../objects/write.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";
import { signerRule } from "./certificate-signers.js";
import { KindObjects, readKind, type Stored } from "./shared/kind-objects.js";

/** The longest and the shortest life of a certificate, as in kube-controller-manager. */
const [longestSeconds, shortestSeconds] = [365 * 24 * 3600, 600];

const flags: Readonly<Record<string, CertificateUsages["flags"][number]>> = {
  signing: "digitalSignature",
  "digital signature": "digitalSignature",
  "content commitment": "nonRepudiation",
  "key encipherment": "keyEncipherment",
  "data encipherment": "dataEncipherment",
  "key agreement": "keyAgreement",
  "cert sign": "keyCertSign",
  "crl sign": "cRLSign",
  "encipher only": "encipherOnly",
  "decipher only": "decipherOnly",
};
const extended: Readonly<Record<string, CertificateUsages["extended"][number]>> = {
  "client auth": "clientAuth",
  "server auth": "serverAuth",
};

/** @param authority - of the certificates of clients */
export function signCertificates(objects: ControllerObjects, authority: ServingCertificate): Stoppable {
  const requests = new KindObjects<CertificateSigningRequest>(objects, {
    group: "certificates.k8s.io",
    resource: "certificatesigningrequests",
  });
  const { store, now } = objects.parts;
  const queue = objects.queues.create(async (name) => {
    const request = requests.get("", name);
    if (request !== undefined && isWaiting(request)) await sign(request);
  });
  for (const { metadata } of requests.list()) queue.add(metadata.name);
  return queue.feedBy(
    store.subscribe(requests.storageKey, ({ type, object }) => {
      if (type !== "DELETED" && isWaiting(readKind(object))) queue.add(object.metadata.name ?? "");
    }),
  );

  async function sign(request: Stored<CertificateSigningRequest>): Promise<void> {
    const { usages = [], expirationSeconds = longestSeconds, signerName, request: encoded } = request.spec;
    const pem = Buffer.from(encoded, "base64").toString();
    // The certificate library takes longer to load than the server takes to start.
    const readSubject = async () => (await import("../../core/certificate-request.js")).subjectOfRequest(pem);
    const fault = await signerRule(signerName)?.({ usages, readSubject });
    if (fault !== undefined) return fail(request, fault);
    const { signRequest } = await import("../../core/sign-request.js");
    const seconds = Math.min(longestSeconds, Math.max(shortestSeconds, expirationSeconds));
    const asked = { flags: pick(flags, usages), extended: pick(extended, usages) };
    const certificate = await signRequest(authority, pem, asked, { now: now(), lifetimeMs: seconds * 1000 });
    await requests.update(
      request,
      ({ status }) => (status.certificate = Buffer.from(certificate).toString("base64")),
      "status",
    );
  }

  async function fail(request: Stored<CertificateSigningRequest>, message: string): Promise<void> {
    const time = timeText(now());
    const condition = { type: "Failed", status: "True", reason: "SignerValidationFailure", message };
    await requests.update(
      request,
      ({ status }) => {
        status.conditions = [
          ...(status.conditions ?? []),
          { ...condition, lastUpdateTime: time, lastTransitionTime: time },
        ];
      },
      "status",
    );
  }
}

function isWaiting({ spec, status }: Stored<CertificateSigningRequest>): boolean {
  const has = (type: string): boolean =>
    status.conditions?.some((each) => each.type === type && each.status !== "False") === true;
  return (
    signerRule(spec.signerName) !== undefined &&
    has("Approved") &&
    !has("Denied") &&
    !has("Failed") &&
    status.certificate === undefined
  );
}

function pick<Value>(table: Readonly<Record<string, Value>>, usages: readonly string[]): Value[] {
  const found = usages.map((usage) => (Object.hasOwn(table, usage) ? table[usage] : undefined));
  return [...new Set(found.filter((value) => value !== undefined))];
}
