import { expect, test } from "vitest";
import type { AuditEvent } from "../../../src/apiserver/audit/audit-event.js";
import type { AuditLevel } from "../../../src/apiserver/audit/audit-notes.js";
import { RequestAudit } from "../../../src/apiserver/audit/request-audit.js";

function begin(level: AuditLevel, omitsManagedFields = false) {
  const events: AuditEvent[] = [];
  const about = { auditID: "1", requestURI: "/", verb: "get", user: {} };
  const decision = { level, omitStages: [], omitsManagedFields };
  const write = (event: AuditEvent): void => void events.push(event);
  const audit = new RequestAudit(about, {
    decision,
    course: "whole",
    write,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  });
  return { audit, events };
}

test("an unexpected error ends the request with the stage Panic, and nothing follows", () => {
  const { audit, events } = begin("RequestResponse");
  audit.receive();
  audit.panic("no such key");
  audit.answer({ code: 500, object: { kind: "Status" } });
  audit.end();
  expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "Panic"]);
  expect(events[1]).toEqual({
    ...{ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "RequestResponse", auditID: "1", stage: "Panic" },
    ...{ requestURI: "/", verb: "get", user: {} },
    responseStatus: {
      ...{ metadata: {}, status: "Failure", reason: "InternalError", code: 500 },
      message: "APIServer panic'd: no such key",
    },
    requestReceivedTimestamp: "2026-01-02T03:04:05.006000Z",
    stageTimestamp: "2026-01-02T03:04:05.006000Z",
  });
});

test("the first value of an annotation counts, and its level decides whether it is written", () => {
  const { audit, events } = begin("Metadata");
  audit.annotate("b", "1");
  audit.annotate("b", "2");
  audit.annotate("patch", "secret", "Request");
  audit.annotate("a", "0");
  audit.answer({ code: 200 });
  audit.end();
  audit.end();
  expect(events).toHaveLength(1);
  expect(Object.entries(events[0]?.annotations ?? {})).toEqual([
    ["a", "0"],
    ["b", "1"],
  ]);
});

test("the object is that of the request, whatever changes it later, and a body that cannot be read is omitted", () => {
  const { audit, events } = begin("Request");
  const object = { metadata: { name: "a", uid: "" }, data: { k: "v" } };
  audit.noteObject(object);
  object.data.k = "changed";
  audit.noteBody(() => {
    throw new Error("not JSON");
  });
  audit.answer({ code: 200, object: { kind: "ConfigMap" } });
  audit.end();
  expect(events[0]).toMatchObject({ requestObject: { data: { k: "v" } }, objectRef: { name: "a" } });
  expect(events[0]).not.toHaveProperty("responseObject");
  expect(events[0]?.objectRef).not.toHaveProperty("uid");
});

test.each([
  ["an object", { metadata: { name: "a", managedFields: [{}] } }, { metadata: { name: "a" } }],
  [
    ...["a list"],
    { metadata: {}, items: [{ metadata: { managedFields: [] } }, {}, null] },
    { metadata: {}, items: [{ metadata: {} }, {}, null] },
  ],
  [
    ...["a table"],
    { kind: "Table", rows: [{ object: { metadata: { managedFields: [] } } }, { object: null }] },
    { kind: "Table", rows: [{ object: { metadata: {} } }, { object: null }] },
  ],
] as const)("managed fields of %s can be omitted", (_, given, shown) => {
  const { audit, events } = begin("RequestResponse", true);
  audit.answer({ code: 200, object: structuredClone(given) as never });
  audit.end();
  expect(events[0]?.responseObject).toEqual(shown);
});
