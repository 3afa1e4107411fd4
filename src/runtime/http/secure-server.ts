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
  const { files, clock, log } = options;
  const certificate = await readCertificateFiles(files, options);
  const server = createGuardedTlsServer(handler, certificate, options);
  const closed = new AbortController();
  server.once("close", () => closed.abort());
  const use = (next: ServingCertificate): void => server.setSecureContext(next);
  void followCertificate(files, certificate, { clock, log, use }, closed.signal);
  return server;
}

/** Reads the files of a certificate. @throws TsopError `files/read-failed` if the certificate cannot be used */
export async function readCertificateFiles(
  files: CertificateFiles,
  { purpose, hint }: Pick<SecureServerOptions, "purpose" | "hint">,
): Promise<ServingCertificate> {
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

export interface FollowCertificateOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with each renewed certificate. May throw if it is broken. */
  readonly use: (certificate: ServingCertificate) => void;
}

/** Reads a certificate's files again and again until the signal fires, and passes on what changes. Ignores broken files. */
export async function followCertificate(
  files: CertificateFiles,
  first: ServingCertificate,
  { clock, log, use }: FollowCertificateOptions,
  signal: AbortSignal,
): Promise<void> {
  let current = first;
  let lastFailure = "";
  const reload = async (): Promise<void> => {
    try {
      const next = await readServingCertificate(files);
      if (next.cert === current.cert && next.key === current.key) return;
      use(next);
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
  for (;;) {
    await sleep(clock, intervalMs, signal);
    if (signal.aborted) return;
    await reload();
  }
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
