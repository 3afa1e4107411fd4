import type { Server } from "node:https";
import type { Clock } from "../../core/clock.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import type { Logger } from "../logger.js";
import { type CertificateFiles, readServingCertificate } from "./serving-certificate.js";

/** As often as controller-runtime looks; a mounted Secret is updated within a minute or so. */
const intervalMs = 10_000;

/** Has the server use a certificate that was renewed, for as long as it is open. A broken one is not taken. */
export function reloadCertificate(
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
      // Half of a renewal may be written; the next turn sees the rest. What stays broken is said once.
      const failure = String(error);
      if (failure !== lastFailure)
        log.warn("cannot use the renewed certificate; keeping the one before", { folder: files.folder, error });
      lastFailure = failure;
    }
  };
  let isOpen = true;
  const wait = (): (() => void) =>
    clock.setTimer(intervalMs, () => {
      void reload().then(() => {
        if (isOpen) cancel = wait();
      });
    });
  let cancel = wait();
  server.once("close", () => {
    isOpen = false;
    cancel();
  });
}
