/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import type { KubeObject, WatchEvent } from "tsop";
import { createMemoryClient } from "tsop/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Measurement } from "../api/v1/measurement_types.js";
import { Reading } from "../api/v1/reading_types.js";
import { measurementOf, podOf } from "../test/support/objects.js";
import { type ServedEnvironment, startServed } from "../test/support/served-environment.js";
import { readingOf, readingResource } from "./reading_resource.js";

describe("a Reading", () => {
  test("compares what a Pod uses with what it requests", () => {
    const pod = podOf("web", { metadata: { name: "web", labels: { app: "web" } } });
    const { metadata, status } = readingOf(pod, measurementOf("web", "120m", "48Mi"));
    expect(metadata).toMatchObject({ name: "web", labels: { app: "web" } });
    expect(status).toEqual({
      cpu: { requested: "250m", used: "120m", percent: 48 },
      memory: { requested: "64Mi", used: "48Mi", percent: 75 },
      node: undefined,
    });
  });

  test("has no percentage without a request, or without a Measurement", () => {
    const greedy = podOf("greedy", { spec: { nodeName: "a", containers: [{ name: "main" }] } });
    expect(readingOf(greedy, measurementOf("greedy", "2", "1Gi")).status).toEqual({
      ...{ cpu: { used: "2000m" }, memory: { used: "1024Mi" }, node: "a" },
    });
    expect(readingOf(podOf("new")).status).toMatchObject({ cpu: { requested: "250m" }, memory: { requested: "64Mi" } });
  });

  test("exists for each Pod of the namespace that has not ended", async () => {
    const elsewhere = { metadata: { namespace: "kube-system", name: "web" } };
    const objects = [
      ...[podOf("web"), podOf("web", elsewhere), podOf("ended", { status: { phase: "Succeeded" } })],
      ...[podOf("failed", { status: { phase: "Failed" } }), measurementOf("web", "1", "1Gi")],
    ];
    const { storage } = readingResource(createMemoryClient({ objects }));
    if (!("list" in storage)) throw new Error("the storage is virtual");
    const shown = (await storage.list({})).map(({ metadata, status }) => [
      metadata.namespace,
      metadata.name,
      status.cpu.used,
    ]);
    expect(shown.sort()).toEqual([
      ["default", "web", "1000m"],
      ["kube-system", "web", undefined],
    ]);
    expect(await storage.list({ namespace: "default" })).toHaveLength(1);
  });
});

describe("the server", () => {
  let served: ServedEnvironment;
  beforeAll(async () => {
    served = await startServed();
    const { client } = served.environment;
    await client.create(podOf("web-0", { metadata: { name: "web-0", namespace: "default", labels: { app: "web" } } }));
    await client.create(podOf("db-0", { spec: { nodeName: "a", containers: [{ name: "main", image: "db" }] } }));
  });
  afterAll(() => served.stop());

  test("serves Readings, which selectors select", async () => {
    const { client } = served.environment;
    const names = async (options: object): Promise<string[]> =>
      (await client.list(Reading, options)).items.map(({ metadata }) => metadata.name);
    expect(await names({})).toEqual(["db-0", "web-0"]);
    expect(await names({ labels: "app=web" })).toEqual(["web-0"]);
    expect(await names({ fields: "status.node=a" })).toEqual(["db-0"]);
    expect(await client.getOrThrow(Reading, { namespace: "default", name: "db-0" })).toMatchObject({
      status: { cpu: {}, memory: {}, node: "a" },
    });
    await expect(client.delete(Reading, { namespace: "default", name: "db-0" })).rejects.toMatchObject({
      statusCode: 405,
    });
  });

  test("sends a Reading to a watch when an agent writes a Measurement", async () => {
    const { client } = served.environment;
    const stop = new AbortController();
    const { metadata } = await client.list(Reading);
    const events = client.watch(Reading, { resourceVersion: metadata.resourceVersion, signal: stop.signal });
    await client.create(measurementOf("web-0", "50m", "16Mi"));
    expect(await first(events)).toMatchObject({
      type: "MODIFIED",
      object: { metadata: { name: "web-0" }, status: { cpu: { used: "50m", percent: 20 }, memory: { percent: 25 } } },
    });
    stop.abort();
  });

  test("lets users read what RBAC allows", async () => {
    const { environment } = served;
    const stranger = await environment.addUser("stranger");
    await expect(stranger.client.list(Reading)).rejects.toMatchObject({ statusCode: 403 });
    const viewer = await environment.addUser("viewer", { roles: ["config/rbac/reading_viewer_role.yaml"] });
    expect((await viewer.client.list(Reading)).items).toHaveLength(2);
    await expect(viewer.client.list(Measurement)).rejects.toMatchObject({ statusCode: 403 });
  });
});

async function first<T extends KubeObject>(events: AsyncIterable<WatchEvent<T>>): Promise<WatchEvent<T>> {
  for await (const event of events) return event;
  throw new Error("the watch has ended");
}
