import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { type Clock, sleep } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import type { Logger } from "../logger.js";
import { createGuardedTlsServer, type GuardedServerOptions, type Handler } from "./guarded-server.js";

export interface SecureServerOptions extends GuardedServerOptions {
  readonly files: CertificateFiles;
  /** The flags that set the certificate: for the message if it is missing. */
  readonly hint: string;
}

/**
 * Creates an HTTPS server with the certificate from a folder, which it reads again when it changes. The server does not
 * listen yet.
 *
 * @throws TsopError `files/read-failed` if the certificate cannot be read
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

/** controller-runtime's interval; a mounted Secret is updated within a minute or so. */
const intervalMs = 10_000;

/** Makes the server use a renewed certificate for as long as it is open. Ignores a broken certificate. */
function reloadCertificate(
  server: Server,
  files: CertificateFiles,
  first: ServingCertificate,
  { clock, log }: { clock: Clock; log: Logger },
): void {
  let current = first;
  let lastFailure = "";
  const reload = async (): Promise<void> => {
    try {
      const next = await readServingCertificate(files);
      if (next.cert === current.cert && next.key === current.key) return;
      server.setSecureContext(next);
      current = next;
      lastFailure = "";
      log.info("using the renewed certificate", { folder: files.folder });
    } catch (error) {
      // A renewal may be half written; the next check sees the rest. A persistent failure is logged once.
      const failure = String(error);
      if (failure !== lastFailure)
        log.warn("cannot use the renewed certificate; keeping the previous one", { folder: files.folder, error });
      lastFailure = failure;
    }
  };
  const closed = new AbortController();
  server.once("close", () => closed.abort());
  const keepReloading = async (): Promise<void> => {
    for (;;) {
      await sleep(clock, intervalMs, closed.signal);
      if (closed.signal.aborted) return;
      await reload();
    }
  };
  void keepReloading();
}

export interface CertificateFiles {
  /** The folder that contains the two files. */
  readonly folder: string;
  readonly certName: string;
  readonly keyName: string;
}

async function readServingCertificate({ folder, certName, keyName }: CertificateFiles): Promise<ServingCertificate> {
  const [cert, key] = await Promise.all([certName, keyName].map((name) => readFile(path.join(folder, name), "utf8")));
  return { cert: cert ?? "", key: key ?? "" };
}
