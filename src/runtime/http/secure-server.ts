import type { Server } from "node:https";
import { createSecureContext } from "node:tls";
import { TsopError } from "../../core/errors.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import { reloadCertificate } from "./certificate-reload.js";
import { createGuardedTlsServer, type GuardedServerOptions, type Handler } from "./guarded-server.js";
import { type CertificateFiles, readServingCertificate } from "./serving-certificate.js";

export interface SecureServerOptions extends GuardedServerOptions {
  readonly files: CertificateFiles;
  /** By which flags the certificate is found: for the message when there is none. */
  readonly hint: string;
}

/**
 * Makes an HTTPS server with the certificate of a folder, which is read again when it changes. It does not listen yet.
 *
 * @throws TsopError `files/read-failed` when there is no certificate to read
 */
export async function createSecureServer(handler: Handler, options: SecureServerOptions): Promise<Server> {
  const certificate = await readOrExplain(options);
  const server = createGuardedTlsServer(handler, certificate, options);
  reloadCertificate(server, options.files, certificate, options);
  return server;
}

async function readOrExplain({ files, purpose, hint }: SecureServerOptions): Promise<ServingCertificate> {
  try {
    const certificate = await readServingCertificate(files);
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TsopError("files/read-failed", `cannot use the certificate for ${purpose} in ${files.folder}: ${why}`, {
      hint,
      cause: error,
    });
  }
}
