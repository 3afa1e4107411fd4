import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOrUpdate } from "../../src/runtime/objects/create-or-update.js";
import { createMemoryClient, interceptClient } from "../../src/testing/index.js";
import type { ConfigMap } from "../../src/k8s/core/v1.js";

const text = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").replaceAll(/\s+\*?\s*/g, " ");

test("docs/how-to/helpers.md and the declarations say how often a race is tried, as the code does", async () => {
  const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name: "a" } };
  const client = createMemoryClient({ objects: [object] });
  const conflict = await client
    .update({ ...object, metadata: { ...object.metadata, resourceVersion: "999" } })
    .catch((error: unknown) => (error instanceof Error ? error : new Error("no error")));
  if (!(conflict instanceof Error)) throw new Error("nothing was refused");
  let tries = 0;
  const refusing = interceptClient(client, {
    update: () => {
      tries += 1;
      return Promise.reject(conflict);
    },
  });
  await expect(createOrUpdate(refusing, object, (current) => void (current.data = { a: "1" }))).rejects.toBe(conflict);
  expect(tries).toBe(7);
  for (const file of [
    "docs/how-to/helpers.md",
    "src/runtime/objects/create-or-update.ts",
    "src/runtime/objects/with-finalizer.ts",
  ]) {
    expect(text(file)).toContain("seven times within about a second");
  }
});
