import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { fetchFault, readLimited } from "../fetched.js";
import type { Archive } from "./release-index.js";

const indexTimeoutMs = 30_000;
const archiveTimeoutMs = 15 * 60_000;
/** The size limit in bytes. An archive contains three programs and has a compressed size of about 150 MB. */
const longest = 1024 * 1024 * 1024;

/** The programs in an archive, on any platform. */
export const programs = ["etcd", "kube-apiserver", "kubectl"] as const;

/** @throws TsopError `envtest/unavailable` */
export async function fetchIndex(url: string, signal: AbortSignal): Promise<string> {
  return (await fetchBytes(url, signal, indexTimeoutMs)).toString("utf8");
}

/**
 * Downloads an archive, verifies its checksum, and unpacks it. The folder appears only when it is complete.
 *
 * @throws TsopError `envtest/unavailable`, `envtest/corrupt`, `files/write-failed`
 */
export async function fetchArchive(
  { url, hash, version }: Archive,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await fetchBytes(url, signal, archiveTimeoutMs);
  const actual = createHash("sha512").update(bytes).digest("hex");
  if (actual !== hash) {
    throw new TsopError("envtest/corrupt", `${url} does not match the index: its SHA-512 is ${actual}, not ${hash}`, {
      hint: "tsop unpacked nothing. Try again. If the error persists, the archive or the index may have been tampered with.",
    });
  }
  const temporary = makeFolderBeside(folder);
  try {
    await unpack(bytes, temporary);
    const missing = programs.filter((name) => !readdirSync(temporary).some((file) => path.parse(file).name === name));
    if (missing.length > 0) {
      throw new TsopError("envtest/corrupt", `the archive of ${version} has no ${missing.join(", no ")}`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } catch (error) {
    throw error instanceof TsopError ? error : unwritable(folder, error);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function makeFolderBeside(folder: string): string {
  try {
    mkdirSync(path.dirname(folder), { recursive: true });
    return mkdtempSync(`${folder}.new-`);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(folder: string, cause: unknown): TsopError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TsopError("files/write-failed", `cannot write ${folder}: ${why}`, {
    hint: "Name another folder with --bin-dir DIR.",
    cause,
  });
}

/** Unpacks only the programs. Ignores other entries and the paths in the archive. */
async function unpack(bytes: Buffer, folder: string): Promise<void> {
  const { Parser } = await import("tar");
  const wanted = new Set<string>(programs.flatMap((name) => [name, `${name}.exe`]));
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      onReadEntry: (entry) => {
        const name = path.posix.basename(entry.path);
        if (entry.type !== "File" || !wanted.has(name)) {
          entry.resume();
          return;
        }
        const chunks: Buffer[] = [];
        entry.on("data", (chunk: Buffer) => void chunks.push(chunk));
        entry.on("end", () => {
          writeFileSync(path.join(folder, name), Buffer.concat(chunks));
          chmodSync(path.join(folder, name), 0o755);
        });
      },
    });
    parser.on("end", resolve);
    parser.on("error", (cause: unknown) =>
      reject(new TsopError("envtest/corrupt", `cannot unpack the archive: ${String(cause)}`, { cause })),
    );
    parser.end(bytes);
  });
}

async function fetchBytes(url: string, signal: AbortSignal, timeoutMs: number): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (!response.ok) throw unavailable(url, `it returned status ${response.status}`);
    return await readLimited(response.body ?? [], longest, (limit) => unavailable(url, `the response has ${limit}`));
  } catch (error) {
    if (error instanceof TsopError) throw error;
    signal.throwIfAborted();
    throw unavailable(url, fetchFault(error, timeoutMs), error);
  }
}

function unavailable(url: string, why: string, cause?: unknown): TsopError {
  return new TsopError("envtest/unavailable", `cannot download ${url}: ${why}`, {
    hint: "Without access to it, name a mirror with --index URL (or TSOP_ENVTEST_INDEX), or run the tests on the embedded API server.",
    ...(cause === undefined ? {} : { cause }),
  });
}
