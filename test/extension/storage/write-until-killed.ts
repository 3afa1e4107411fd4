/** Creates objects in a database, and prints each one that the storage has acknowledged, until it is killed. */
import { writeSync } from "node:fs";
import { systemClock } from "../../../src/core/clock.js";
import { sqliteStorage } from "../../../src/extension/storage/sqlite/sqlite-storage.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const [, , file = ""] = process.argv;
const { signal } = new AbortController();
const kind = { group: "metrics.abc.com", resource: "readings", kind: "Reading", namespaced: true };
const storage = await sqliteStorage({ file }).open(kind, { clock: systemClock, log: new RecordingLogger() });
for (let count = 0; ; count += 1) {
  const name = `reading-${count}`;
  const object = { apiVersion: "metrics.abc.com/v1", kind: "Reading", metadata: { namespace: "lab", name } };
  const written = await storage.create(object, signal);
  writeSync(1, `${name} ${written?.metadata.resourceVersion}\n`);
}
