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

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Measurement } from "../api/v1/measurement_types.js";
import { measurementOf } from "../test/support/objects.js";
import { type ServedEnvironment, startServed } from "../test/support/served-environment.js";
import { checkMeasurement } from "./measurement_resource.js";

test.each([
  ["-1", "1Mi", ["spec.cpu"]],
  ["1", "1e1.5", ["spec.memory"]],
  ["-1m", "-1", ["spec.cpu", "spec.memory"]],
  ["0", "0", []],
])("the fault of %s cores and %s bytes is in %j", (cpu, memory, fields) => {
  expect(checkMeasurement(measurementOf("web", cpu, memory)).map(({ field }) => field)).toEqual(fields);
});

describe("the API of Measurement", () => {
  let served: ServedEnvironment;
  beforeAll(async () => {
    served = await startServed();
  });
  afterAll(() => served.stop());

  test("keeps what an agent applies again and again", async () => {
    const { client } = served.environment;
    for (const cpu of ["100m", "150m"]) await client.apply(measurementOf("web", cpu, "48Mi"));
    const { items } = await client.list(Measurement);
    expect(items.map(({ metadata, spec }) => [metadata.name, spec.cpu, metadata.generation])).toEqual([
      ["web", "150m", 2],
    ]);
    await client.delete(Measurement, { namespace: "default", name: "web" });
    expect(await client.get(Measurement, { namespace: "default", name: "web" })).toBeUndefined();
  });

  test("rejects what the schema or the rules do not allow, and objects of a namespace that does not exist", async () => {
    const { client } = served.environment;
    await expect(client.create(measurementOf("odd", "-1", "1Mi"))).rejects.toThrow(
      'spec.cpu: Invalid value: "-1": must be a quantity of zero or more',
    );
    await expect(client.create(measurementOf("odd", "1", "much"))).rejects.toMatchObject({ statusCode: 422 });
    const lost = { ...measurementOf("odd", "1", "1Mi"), metadata: { namespace: "absent", name: "odd" } };
    await expect(client.create(lost)).rejects.toThrow('namespaces "absent" not found');
  });
});
