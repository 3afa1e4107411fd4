/** The audit log of a test environment. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { type AuditEvent, TestEnvironment, type TestEnvironmentOptions } from "../../../src/testing/index.js";
import { tempFolder } from "../../support/temp-folder.js";

const metadata = { namespace: "default", name: "a" };

describe("a test environment with an audit log", () => {
  test("passes the events of a client to the test before the client has its responses", async () => {
    const events: AuditEvent[] = [];
    const audit: TestEnvironmentOptions["audit"] = {
      policy: {
        omitStages: ["RequestReceived"],
        rules: [{ level: "None", users: ["tsop-test-admin"] }, { level: "Request" }],
      },
      log: (event) => events.push(event),
    };
    await using environment = await TestEnvironment.start({ crds: [], audit });
    expect(environment.server).toBe("embedded");
    const { client } = await environment.addUser("jane", { groups: ["system:masters"] });
    events.length = 0;
    await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { k: "v" } });
    expect(events.filter(({ objectRef }) => objectRef !== undefined)).toMatchObject([
      {
        ...{ verb: "create", user: { username: "jane" }, responseStatus: { code: 201 } },
        requestObject: { kind: "ConfigMap", data: { k: "v" } },
      },
    ]);
  });

  test("appends to a file", async () => {
    const cwd = tempFolder();
    const environment = await TestEnvironment.start({ crds: [], cwd, audit: { log: "audit.log" } });
    await environment.client.list(ConfigMap, { namespace: "default" });
    await environment.stop();
    const lines = readFileSync(path.join(cwd, "audit.log"), "utf8").trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as AuditEvent);
    expect(events.at(-1)).toMatchObject({ verb: "list", level: "Metadata", objectRef: { resource: "configmaps" } });
  });

  test.each<[string, object, string]>([
    ["without a log", {}, "audit has no log"],
    ["with an empty path", { log: "" }, "audit has no log"],
    ["with an unknown option", { log: "a", polcy: {} }, 'has no option "polcy"'],
    [
      "with an invalid policy",
      { log: "a", policy: { rules: [{ level: "metadata" }, { level: "None", verbs: "get" }] } },
      'invalid audit policy: policy.rules[0].level: unknown level "metadata"; policy.rules[1].verbs: verbs must be a list',
    ],
  ])("does not start %s", async (_, audit, message) => {
    await expect(TestEnvironment.start({ audit } as TestEnvironmentOptions)).rejects.toMatchObject({
      ...{ code: "usage/invalid-argument", message: expect.stringContaining(message) as string },
    });
  });

  test("does not start with a real server", async () => {
    await expect(TestEnvironment.start({ server: "real", audit: { log: "a" } })).rejects.toThrow(
      "a real API server does not support audit",
    );
  });
});
