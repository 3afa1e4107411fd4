import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEvent } from "../../../src/apiserver/audit/audit-event.js";
import { AuditFile } from "../../../src/apiserver/audit/audit-file.js";
import type { AuditPolicy } from "../../../src/apiserver/audit/policy.js";
import { isJsonObject, type JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { startControlPlane } from "../../support/control-plane.js";
import { connect } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";
import { playAdmission } from "./admission-world.js";
import { eventsOf, parseEvents } from "./events.js";
import { admissionAgentOf, admissionSteps, agentOf, play, type Step, steps } from "./scenario.js";

const policy: AuditPolicy = {
  omitStages: ["Panic"],
  rules: [
    { level: "None", nonResourceURLs: ["/readyz*"] },
    { level: "Metadata", resources: [{ group: "", resources: ["secrets"] }] },
    { level: "RequestResponse", omitManagedFields: true, resources: [{ group: "apps" }] },
    { level: "Metadata", verbs: ["patch"], namespaces: ["decided"] },
    { level: "RequestResponse" },
  ],
};

const played = [
  ...steps.map((step, index) => ({ step, agent: agentOf(index), title: titleOf(step, index) })),
  ...admissionSteps.map((step, index) => {
    return { step, agent: admissionAgentOf(index), title: `in admission: ${titleOf(step, index)}` };
  }),
];

describeCluster("the audit log", () => {
  let folder: string;
  let [real, embedded]: [AuditEvent[], AuditEvent[]] = [[], []];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "audit-"));
    [real, embedded] = await Promise.all([playOnReal(folder), playOnEmbedded(folder)]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(played)("$title", ({ agent, step }) => {
    const [ours, theirs] = [eventsOf(embedded, agent), eventsOf(real, agent)];
    if (step.isLost === true) {
      expect(theirs.map(({ stage }) => stage)).toEqual(["RequestReceived"]);
      expect(ours.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseComplete"]);
    } else if (step.hasOtherStatus === true) {
      expect(ours).not.toEqual(theirs);
      expect(ours.map(withoutStatus)).toEqual(theirs.map(withoutStatus));
    } else {
      expect(ours).toEqual(theirs);
    }
  });
});

function withoutStatus({ requestObject, ...event }: JsonObject): JsonObject {
  return isJsonObject(requestObject) ? { ...event, requestObject: { ...requestObject, status: null } } : event;
}

function titleOf({ method = "GET", path: target }: Step, index: number): string {
  return `${index} ${method} ${target}`;
}

async function playOnReal(folder: string): Promise<AuditEvent[]> {
  const [policyFile, log] = [path.join(folder, "policy.json"), path.join(folder, "real.log")];
  writeFileSync(policyFile, JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", ...policy }));
  const plane = await startControlPlane(undefined, [], {
    apiServerFlags: ["--allow-privileged", "--audit-policy-file", policyFile, "--audit-log-path", log],
  });
  try {
    const connection = connect(readServerUnderTest(plane.kubeconfig));
    await play(connection);
    await playAdmission(connection);
  } finally {
    // The server writes the last events when it ends.
    await plane.stop();
  }
  return parseEvents(readFileSync(log, "utf8"));
}

async function playOnEmbedded(folder: string): Promise<AuditEvent[]> {
  const file = path.join(folder, "embedded.log");
  const log = AuditFile.open(file);
  const server = await startComparableServer({ audit: { policy, log } });
  server.addUser({ name: "nobody", token: "nobody-token" });
  server.addUser({ name: "admin", groups: ["system:masters"], token: "admin-token" });
  try {
    const connection = connect({ ...parseServerUnderTest(server.kubeconfig), token: "admin-token" });
    await play(connection);
    await playAdmission(connection);
  } finally {
    await server.stop();
    log.close();
  }
  return parseEvents(readFileSync(file, "utf8"));
}
