import { chmodSync, lstatSync, readdirSync, utimesSync } from "node:fs";
import path from "node:path";

/** What `.dockerignore` lets into the image. */
const inImage = /\.js(?:\.map)?$|\.cdx\.json$/;

/**
 * Lets everybody read what goes into the image, whatever umask it was written with (OpenShift runs it as any user), and gives
 * it one time: tools without a flag for that take the times of the files.
 */
export function settleFiles(folder: string, epoch: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) settleFiles(file, epoch);
    else if (entry.isFile() && inImage.test(entry.name))
      settle(file, (lstatSync(file).mode & 0o100) === 0 ? 0o644 : 0o755, epoch);
  }
  settle(folder, 0o755, epoch);
}

function settle(file: string, mode: number, epoch: number): void {
  chmodSync(file, mode);
  utimesSync(file, epoch, epoch);
}
