/**
 * Writes and reads 1,000 objects with one client: `memory` or `environment`. Prints the duration of each part, in
 * milliseconds.
 */
import { performance } from "node:perf_hooks";
import { ConfigMap } from "../../dist/k8s/core/v1.js";
import { createMemoryClient, TestEnvironment } from "../../dist/testing/index.js";

const isInMemory = process.argv[2] === "memory";
const keys = Array.from({ length: 1_000 }, (_, at) => ({ namespace: "default", name: `n${at}` }));
const configMap = (metadata, value) => ({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { value } });

const begin = performance.now();
const environment = isInMemory ? undefined : await TestEnvironment.start({ server: "embedded", crds: [] });
const client = environment?.client ?? createMemoryClient();
await client.create(configMap({ namespace: "default", name: "first" }, "1"));
const started = performance.now();
for (const key of keys) await client.create(configMap(key, "1"));
for (const key of keys) {
  const { metadata } = await client.getOrThrow(ConfigMap, key);
  await client.update(configMap(metadata, "2"));
}
await client.list(ConfigMap, { namespace: "default" });
const worked = performance.now();
// More clients, because each test has its own client.
for (const key of keys.slice(0, 100)) {
  if (isInMemory) await createMemoryClient().create(configMap(key, "1"));
  else await client.delete(ConfigMap, key);
}
const figures = { start: started - begin, work: worked - started, fresh: performance.now() - worked };
process.stdout.write(`${JSON.stringify(figures)}\n`);
await environment?.stop();
