/** Options of a test environment that only the embedded server has. */
import { once } from "node:events";
import { expect, test } from "vitest";
import { parseServerUnderTest } from "../../apiserver/contract/server-under-test.js";
import { connect, readText, send } from "../../apiserver/contract/exchange.js";
import { TestEnvironment, type TestEnvironmentOptions } from "../../../src/testing/index.js";

test("feature gates turn features of the server off", async () => {
  await using environment = await TestEnvironment.start({ crds: [], featureGates: { WatchList: false } });
  expect(environment.server).toBe("embedded");
  const server = parseServerUnderTest(environment.kubeconfig);
  const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1";
  const response = await send(connect(server), {
    ...{ method: "GET", path: `/api/v1/namespaces?${query}` },
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect((await readText(response)).toString()).toContain(
    "sendInitialEvents is forbidden for watch unless the WatchList feature gate",
  );
  expect(response.statusCode).toBe(422);
});

test("an address beyond loopback causes a warning", async () => {
  const warned = once(process, "warning");
  await using environment = await TestEnvironment.start({ crds: [], bindAddress: "0.0.0.0" });
  expect(environment.config.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await warned).toMatchObject([{ message: expect.stringContaining("listens on 0.0.0.0") as string }]);
});

test.each<[string, object, string]>([
  ["an unknown gate", { featureGates: { WatchLists: false } }, 'featureGates, has no option "WatchLists"'],
  [
    "a gate that is not true or false",
    { featureGates: { WatchList: "no" } },
    'WatchList must be true or false, not "no"',
  ],
  ["an invalid address", { bindAddress: "localhost" }, 'invalid bindAddress "localhost"'],
  ["gates on a real server", { server: "real", featureGates: {} }, "a real API server does not support featureGates"],
  [
    "an address of a real server",
    { server: "real", bindAddress: "::1" },
    "a real API server does not support bindAddress",
  ],
])("an environment does not start with %s", async (_, options, message) => {
  await expect(TestEnvironment.start(options as TestEnvironmentOptions)).rejects.toMatchObject({
    ...{ code: "usage/invalid-argument", message: expect.stringContaining(message) as string },
  });
});
