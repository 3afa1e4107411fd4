import { expect, test } from "vitest";
import type { EventDetails, EventSubject } from "../../src/index.js";
import { recordingEventRecorder } from "../../src/testing/index.js";

const bar = () => ({ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: { namespace: "default", name: "a" } });
const scaled: EventDetails = { type: "Normal", reason: "Scaled", action: "ScaleUp", note: "to 3" };

test("stores recorded events, in order, and each time", () => {
  const events = recordingEventRecorder();
  expect(events.recorded).toEqual([]);
  events.event(bar(), scaled);
  events.event(bar(), { type: "Warning", reason: "Failed", action: "ScaleUp", related: bar() });
  events.event(bar(), scaled);
  expect(events.recorded).toEqual([
    { regarding: bar(), ...scaled },
    { regarding: bar(), type: "Warning", reason: "Failed", action: "ScaleUp", related: bar() },
    { regarding: bar(), ...scaled },
  ]);
});

test("keeps of an object what an event says of it", () => {
  const events = recordingEventRecorder();
  const metadata = { namespace: "default", name: "a", uid: "1", resourceVersion: "7" };
  events.event({ ...bar(), metadata: { ...metadata, labels: { x: "y" } } as EventSubject["metadata"] }, scaled);
  expect(events.recorded).toEqual([{ regarding: { ...bar(), metadata }, ...scaled }]);
});

test("keeps objects as they were, frozen ones too", () => {
  const events = recordingEventRecorder();
  const subject = bar();
  events.event(subject, scaled);
  subject.metadata.name = "b";
  events.event(Object.freeze(subject), scaled);
  expect(events.recorded.map(({ regarding }) => regarding.metadata.name)).toEqual(["a", "b"]);
});

test.each<[string, unknown, unknown]>([
  ["no reason", bar(), { ...scaled, reason: "" }],
  ["reason is longer", bar(), { ...scaled, reason: "x".repeat(129) }],
  ["no action", bar(), { type: "Normal", reason: "Scaled" }],
  ["type", bar(), { ...scaled, type: "Error" }],
  ["lacks an apiVersion", { ...bar(), apiVersion: undefined }, scaled],
])("refuses what the API server would: %s", (message, subject, details) => {
  const events = recordingEventRecorder();
  expect(() => events.event(subject as EventSubject, details as EventDetails)).toThrow(
    expect.objectContaining({ code: "cluster/invalid-request", message: expect.stringContaining(message) as string }),
  );
  expect(events.recorded).toEqual([]);
});
