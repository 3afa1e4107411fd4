import { Registry } from "prom-client";
import { TsopError } from "../core/errors.js";
import type { ServingCertificate } from "../core/serving-certificate.js";
import { untilAborted } from "../core/until-aborted.js";
import type { LiveClient } from "../kube/client.js";
import { type CertificateFiles, followCertificate, readCertificateFiles } from "../runtime/http/secure-server.js";
import type { Surroundings } from "../runtime/surroundings.js";
import { toCertificateTiming } from "../runtime/webhook/certificates/certificate-timing.js";
import { OwnCertificates } from "../runtime/webhook/certificates/own-certificates.js";
import type { ExtensionCertificate, OwnExtensionCertificate } from "./options.js";

/** A certificate that the server can serve. */
export interface OpenCertificate {
  readonly current: ServingCertificate;
  /** The authority of a certificate that was created for this start. */
  readonly caBundle: string | undefined;
  /** Calls `use` with each renewed certificate, until the signal fires. Never rejects. */
  readonly follow: (use: (certificate: ServingCertificate) => void) => Promise<void>;
}

export interface CertificateParts extends Surroundings {
  readonly client: LiveClient;
  /** The namespace of the pod; undefined elsewhere. */
  readonly namespace: string | undefined;
}

const hint = "Mount the certificate, or check `certificate.folder`, `certName` and `keyName`.";

/**
 * Reads, creates or awaits the certificate.
 *
 * @param signal - ends what follows the certificate, and the wait for it
 * @throws TsopError `files/read-failed` if the files cannot be read; `usage/invalid-argument`
 */
export async function openCertificate(
  certificate: ExtensionCertificate,
  parts: CertificateParts,
  signal: AbortSignal,
): Promise<OpenCertificate> {
  if ("names" in certificate) {
    // Only servers without files need these packages.
    const { createServingCertificates } = await import("../apiserver/http/certificates.js");
    const { ca, ...current } = await createServingCertificates(parts.clock.now(), certificate.names);
    return { current, caBundle: ca, follow: () => Promise.resolve() };
  }
  if ("secret" in certificate) return ownCertificate(certificate, parts, signal);
  const { folder, certName = "tls.crt", keyName = "tls.key" } = certificate;
  const files: CertificateFiles = { folder, certName, keyName };
  const current = await readCertificateFiles(files, { purpose: "the extension API server", hint });
  const { clock, log } = parts;
  return {
    current,
    caBundle: undefined,
    follow: (use) => followCertificate(files, current, { clock, log, use }, signal),
  };
}

/** Creates the certificate in a Secret, and writes its authority to the APIServices, like a manager for its webhooks. */
async function ownCertificate(
  { secret, service, namespace, ...timing }: OwnExtensionCertificate,
  parts: CertificateParts,
  signal: AbortSignal,
): Promise<OpenCertificate> {
  const place = namespace ?? parts.namespace;
  if (place === undefined) {
    const problem = "the certificate needs a namespace for its Secret, and this process does not run in a pod";
    throw new TsopError("usage/invalid-argument", problem, {
      hint: "Set `certificate.namespace`, or read certificates from `certificate.folder`.",
    });
  }
  let use: (certificate: ServingCertificate) => void = () => undefined;
  const first = new Promise<ServingCertificate>((resolve) => (use = resolve));
  const certificates = new OwnCertificates({
    ...parts,
    secret: { namespace: place, name: secret },
    service: { namespace: place, name: service },
    serves: { admission: false, conversion: false, extension: true },
    purpose: "extension API",
    timing: toCertificateTiming(timing),
    fieldManager: `${service}-certificates`,
    registry: new Registry(),
    onCertificate: (next) => use(next),
  });
  const running = certificates.run(signal);
  const current = await untilAborted(first, signal);
  return {
    current,
    caBundle: undefined,
    follow: (next) => {
      use = next;
      return running;
    },
  };
}
