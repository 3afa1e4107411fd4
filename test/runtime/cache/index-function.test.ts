import { expect, test } from "vitest";
import { Job } from "../../../src/k8s/batch/v1.js";
import type { Pod } from "../../../src/k8s/core/v1.js";
import type { IndexFunction, KindCache } from "../../../src/index.js";

test("an index function may declare its parameter as the kind, or leave it to the compiler", () => {
  const ownersOf = (job: Job): string[] => job.metadata.ownerReferences?.map(({ name }) => name) ?? [];
  const byOwner: IndexFunction<Job> = ownersOf;
  const use = (cache: KindCache<Job>): unknown =>
    cache
      .index("owner", (job: Job) => ownersOf(job))
      .index("owner2", ownersOf)
      .index("name", ({ metadata }) => [metadata.name])
      .index("changed", (job) => {
        // @ts-expect-error -- the object is the cache's own
        job.metadata.name = "other";
        return [];
      })
      // @ts-expect-error -- another kind
      .index("pods", (pod: Pod) => [pod.spec?.nodeName ?? ""]);
  const job: Job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "a", ownerReferences: [] } };
  expect([byOwner(job), use.length]).toEqual([[], 1]);
  expect(Job.kind).toBe("Job");
});
