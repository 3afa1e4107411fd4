import type { ObjectStorage } from "../object-storage.js";
import { durabilityChecks } from "./durability-checks.js";
import { Bench, type Check } from "./bench.js";
import { sharingChecks } from "./sharing-checks.js";
import { watchChecks } from "./watch-checks.js";
import { writeChecks } from "./write-checks.js";

/** A requirement of {@link ObjectStorage}. */
export interface StorageCheck {
  readonly name: string;
  /** @throws Error with the reason if the storage does not meet the requirement */
  readonly run: () => Promise<void>;
}

/** See {@link storageChecks}. */
export interface StorageChecksOptions {
  /**
   * Creates a storage. Storages with the same number share their data: a folder, a database, a table. The data of a number is empty
   * when a check uses the number for the first time.
   */
  storage(data: number): ObjectStorage | Promise<ObjectStorage>;
  /** Whether the objects outlive the storage. Default: true. */
  readonly isDurable?: boolean;
}

/**
 * Returns the requirements of a storage, each as a test. The storages of this library meet them too.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import os from "node:os";
 * import path from "node:path";
 * import { fileStorage, storageChecks } from "tsop/apiserver";
 * import { describe, test } from "vitest";
 *
 * describe("my storage", () => {
 *   const folder = mkdtempSync(path.join(os.tmpdir(), "storage-"));
 *   const checks = storageChecks({ storage: (data) => fileStorage({ file: path.join(folder, `${data}.jsonl`) }) });
 *   test.each(checks)("$name", ({ run }) => run());
 * });
 * ```
 */
export function storageChecks(options: StorageChecksOptions): readonly StorageCheck[] {
  const { isDurable = true } = options;
  const checks: readonly Check[] = [
    ...writeChecks,
    ...watchChecks,
    ...(isDurable ? [...durabilityChecks, ...sharingChecks] : []),
  ];
  let used = 0;
  return checks.map(({ name, run }) => ({
    name,
    run: async () => {
      used += 1;
      const data = used;
      const bench = new Bench(() => options.storage(data));
      try {
        await run(bench);
      } finally {
        await bench.close();
      }
    },
  }));
}
