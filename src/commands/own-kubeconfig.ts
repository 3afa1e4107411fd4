/** A kubeconfig that a command writes to a path of the user's choice, for as long as the command runs. */
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { replaceFile } from "../machinery/project-state.js";

/** The line that distinguishes the file of a killed command from a file of the user. */
const firstLine = "# tsop wrote this file, and deletes it when the API server stops.\n";

/**
 * Writes a file that only its owner can read. Never overwrites a file that tsop did not write.
 *
 * @returns a function that deletes the file, if the file is unchanged
 * @throws TsopError `files/write-failed`
 */
export function writeOwnKubeconfig(file: string, kubeconfig: string): () => void {
  const text = firstLine + kubeconfig;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) {
      throw new TsopError("files/write-failed", `cannot write ${file}: ${String(cause)}`, { cause });
    }
    if (!isOwn(file)) {
      throw new TsopError("files/write-failed", `${file} exists, and tsop did not write it`, {
        hint: "Name another file with --kubeconfig-out, and name both in KUBECONFIG: KUBECONFIG=FILE:~/.kube/config",
      });
    }
    replaceFile(file, text, file);
  }
  const written = identityOf(file);
  return () => {
    try {
      if (identityOf(file) === written && readFileSync(file, "utf8") === text) rmSync(file);
    } catch {
      // It is already deleted.
    }
  };
}

function isOwn(file: string): boolean {
  try {
    return lstatSync(file).isFile() && readFileSync(file, "utf8").startsWith(firstLine);
  } catch {
    return false;
  }
}

function identityOf(file: string): string {
  const { dev, ino } = lstatSync(file, { bigint: true });
  return `${dev} ${ino}`;
}
