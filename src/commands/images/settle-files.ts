import { chmodSync, lstatSync, readdirSync, utimesSync } from "node:fs";
import path from "node:path";

/** The files in dist/ that `.dockerignore` admits to the image. */
const inImage = /\.js(?:\.map)?$|\.cdx\.json$/;

/**
 * Makes the files of the image readable for all users, regardless of the umask (OpenShift runs the image as an
 * arbitrary user). Gives all of them the same time, because tools without a flag for timestamps use the times of the
 * files.
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
