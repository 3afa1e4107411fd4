import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/k8s/events/v1.js";
import { Event as EventKind } from "../../../src/k8s/events/v1.js";
import { ApiError } from "../../../src/kube/api-error.js";
import type { Client } from "../../../src/kube/client.js";
import { TransportError } from "../../../src/kube/transport-error.js";
import { EventBroadcaster } from "../../../src/runtime/events/event-broadcaster.js";
import type { EventDetails, EventRecorder } from "../../../src/runtime/events/event-recorder.js";
import { createMemoryClient } from "../../../src/testing/index.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { refusal, thing } from "../../support/scripted-api.js";

const minute = 60_000;

const details: EventDetails = { type: "Normal", reason: "Scaled", action: "ScaleUp", note: "to 3" };
const subject = thing("default/a", 1);

interface SetUp {
  recorder: EventRecorder;
  broadcaster: EventBroadcaster;
  clock: FakeClock;
  log: RecordingLogger;
  /** Verbs in order. */
  calls: string[];
  /** What the next calls are answered with, instead of being carried out; "hang" is no answer. */
  failures: (Error | "hang" | "lost")[];
  stored: () => Promise<Event[]>;
}

function setUp(name = "foo.abc.com/bar"): SetUp {
  const [clock, log] = [new FakeClock("2026-01-31T12:00:00Z"), new RecordingLogger()];
  const memory = createMemoryClient({ clock });
  const [calls, failures]: [string[], SetUp["failures"]] = [[], []];
  const answer = async <T>(verb: string, carryOut: () => Promise<T>): Promise<T> => {
    calls.push(verb);
    const failure = failures.shift();
    if (failure === "hang") await new Promise(() => undefined);
    if (failure === "lost") await carryOut();
    if (failure === "lost") throw new TransportError("reset", "server", "gone", {});
    if (failure instanceof Error) throw failure;
    return carryOut();
  };
  const client: Pick<Client, "create" | "patch"> = {
    create: (object) => answer("create", () => memory.create(object)),
    patch: (kind, key, patch) => answer("patch", () => memory.patch(kind, key, patch)),
  };
  const broadcaster = new EventBroadcaster({ client, clock, log, random: () => 0, hostname: "host" });
  const stored = async (): Promise<Event[]> => (await memory.list(EventKind)).items;
  return { recorder: broadcaster.recorder(name), broadcaster, clock, log, calls, failures, stored };
}

describe("an event", () => {
  test("is written with all that the API server asks for", async () => {
    const { recorder, stored } = setUp();
    recorder.event(subject, { ...details, related: thing("default/b", 2) });
    await settle();
    expect(await stored()).toEqual([
      {
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        metadata: expect.objectContaining({
          name: expect.stringMatching(/^a\.[0-9a-f]{16}$/) as string,
          namespace: "default",
        }) as object,
        eventTime: "2026-01-31T12:00:00.000000Z",
        deprecatedFirstTimestamp: null,
        deprecatedLastTimestamp: null,
        deprecatedSource: {},
        type: "Normal",
        reason: "Scaled",
        action: "ScaleUp",
        note: "to 3",
        regarding: {
          apiVersion: "test.example.com/v1",
          kind: "Thing",
          name: "a",
          namespace: "default",
          uid: "uid-of-a",
          resourceVersion: "1",
        },
        related: expect.objectContaining({ name: "b" }) as object,
        reportingController: "foo.abc.com/bar",
        reportingInstance: "foo.abc.com/bar-host",
      },
    ]);
  });

  test("about an object that no namespace holds is in default", async () => {
    const { recorder, stored } = setUp();
    recorder.event(thing("a", 1), details);
    recorder.event({ ...subject, metadata: { name: "system:b", namespace: "" } }, details);
    await settle();
    expect((await stored()).map(({ metadata }) => metadata.namespace)).toEqual(["default", "default"]);
  });

  test.each<[string, unknown, unknown]>([
    ["an unknown type", subject, { ...details, type: "Error" }],
    ["no reason", subject, { ...details, reason: "" }],
    ["no action", subject, { type: "Normal", reason: "Scaled" }],
    ["a reason that is too long", subject, { ...details, reason: "ä".repeat(65) }],
    ["an action that is too long", subject, { ...details, action: "a".repeat(129) }],
    ["no name", { ...subject, metadata: { name: "" } }, details],
    ["no kind", { ...subject, kind: undefined }, details],
    ["no object", undefined, details],
    ["no details", subject, undefined],
    ["a note that is no text", subject, { ...details, note: 5 }],
  ])("with %s is left out, and throws nothing", async (_, regarding, given) => {
    const { recorder, log, calls } = setUp();
    recorder.event(regarding as never, given as never);
    await settle();
    expect(calls).toEqual([]);
    expect(log.messages("warn")).toEqual(["skipped an event"]);
  });

  test.each(["", "a b", "-a", "a/b/c", "A.com/b", "a".repeat(64), "abc.com/", "a\nb"])(
    "cannot come from a recorder named %j",
    (name) => {
      expect(() => setUp(name)).toThrow(expect.objectContaining({ code: "runtime/invalid-wiring" }));
    },
  );
});

describe("an event that comes again", () => {
  test("makes a series, whose count is written now and then", async () => {
    const { recorder, clock, calls, stored } = setUp();
    for (let time = 0; time < 5; time += 1) {
      recorder.event({ ...subject, metadata: { ...subject.metadata, resourceVersion: String(time) } }, details);
      await clock.advance(1_000);
    }
    expect(calls).toEqual(["create", "patch"]);
    expect((await stored())[0]?.series).toEqual({ count: 2, lastObservedTime: "2026-01-31T12:00:01.000000Z" });
    await clock.advance(6 * minute);
    expect(calls).toEqual(["create", "patch", "patch"]);
    expect((await stored())[0]?.series).toEqual({ count: 5, lastObservedTime: "2026-01-31T12:00:04.000000Z" });
    await clock.advance(60 * minute);
    expect(calls).toHaveLength(3);
    expect(clock.timers).toBe(0);
  });

  test("belongs to the series whatever its note, for six minutes", async () => {
    const { recorder, clock, stored } = setUp();
    recorder.event(subject, details);
    await clock.advance(5 * minute);
    recorder.event(subject, { ...details, note: "another" });
    await clock.advance(5 * minute);
    recorder.event(subject, details);
    await clock.advance(6 * minute + 1);
    recorder.event(subject, details);
    await settle();
    expect((await stored()).map(({ series }) => series?.count)).toEqual([3, undefined]);
  });

  test.each<[string, Partial<EventDetails>]>([
    ["type", { type: "Warning" }],
    ["reason", { reason: "Other" }],
    ["action", { action: "Other" }],
    ["related object", { related: thing("default/b", 1) }],
  ])("is another one with another %s", async (_, more) => {
    const { recorder, stored } = setUp();
    recorder.event(subject, details);
    recorder.event(subject, { ...details, ...more });
    await settle();
    expect(await stored()).toHaveLength(2);
  });

  test("is written again when the API server has deleted the first", async () => {
    const { recorder, clock, calls, failures, stored } = setUp();
    recorder.event(subject, details);
    await settle();
    failures.push(refusal(404, "NotFound"));
    recorder.event(subject, details);
    await clock.advance(1);
    expect(calls).toEqual(["create", "patch", "create"]);
    expect((await stored())[1]?.series?.count).toBe(2);
  });
});

describe("too many events about one object", () => {
  test("are skipped after 25, except one in five minutes; other objects are not affected", async () => {
    const { recorder, clock, stored, log } = setUp();
    const record = (count: number): void => {
      for (let at = 0; at < count; at += 1) recorder.event(subject, { ...details, reason: `R${clock.now()}x${at}` });
    };
    record(100);
    await settle();
    expect(await stored()).toHaveLength(25);
    expect(log.messages("debug")).toHaveLength(75);
    recorder.event(thing("default/b", 1), details);
    await clock.advance(11 * minute);
    expect(await stored()).toHaveLength(26);
    record(10);
    await settle();
    expect(await stored()).toHaveLength(28);
  });
});

describe("an event that cannot be written", () => {
  test("is tried again while the API server is away, and counts what comes meanwhile", async () => {
    const { recorder, clock, calls, failures, stored } = setUp();
    failures.push(new TransportError("refused", "server", "no", {}), refusal(503, "ServiceUnavailable"));
    for (let time = 0; time < 3; time += 1) recorder.event(subject, details);
    await clock.advance(5_000);
    expect(calls).toEqual(["create", "create", "create"]);
    expect((await stored()).map(({ series }) => series?.count)).toEqual([3]);
  });

  // F30
  test("is not written twice when the first answer was lost", async () => {
    const { recorder, clock, failures, stored, log } = setUp();
    failures.push("lost");
    recorder.event(subject, details);
    await clock.advance(5_000);
    expect(await stored()).toHaveLength(1);
    expect(log.lines).toEqual([]);
  });

  test("is given up after twelve tries", async () => {
    const { recorder, clock, calls, failures, log } = setUp();
    failures.push(...Array.from({ length: 50 }, () => refusal(500, "InternalError")));
    recorder.event(subject, details);
    await clock.advance(5 * minute);
    expect(calls).toHaveLength(12);
    expect(log.messages("warn")).toEqual(["skipped an event"]);
  });

  test("is given up at once when it is refused, and the log says so once", async () => {
    const { recorder, broadcaster, calls, failures, log } = setUp();
    failures.push(refusal(403, "Forbidden"), refusal(403, "Forbidden"));
    recorder.event(subject, details);
    recorder.event(thing("default/b", 1), details);
    await settle();
    await broadcaster.stop();
    expect(calls).toEqual(["create", "create"]);
    expect([log.messages("warn"), log.messages("debug")]).toEqual([["skipped an event"], ["skipped an event"]]);
  });

  test("goes in silence with its namespace", async () => {
    const { recorder, failures, log, calls } = setUp();
    const causes = [{ reason: "NamespaceTerminating", message: "namespace x is being terminated" }];
    failures.push(new ApiError({ reason: "Forbidden", details: { causes } }, 403));
    failures.push(new ApiError({ reason: "NotFound", details: { kind: "namespaces", name: "x" } }, 404));
    recorder.event(subject, details);
    recorder.event(thing("default/b", 1), details);
    await settle();
    expect([calls, log.messages("warn")]).toEqual([["create", "create"], []]);
  });

  test("does not pile up without end", async () => {
    const { recorder, failures, log } = setUp();
    failures.push("hang", "hang", "hang", "hang");
    for (let at = 0; at < 1_100; at += 1) recorder.event(thing(`default/t${at}`, 1), details);
    await settle();
    expect(log.lines).toHaveLength(96);
  });
});

describe("a stop", () => {
  test("writes what has been counted, and takes nothing on any more", async () => {
    const { recorder, broadcaster, calls, clock, stored } = setUp();
    for (let time = 0; time < 4; time += 1) {
      recorder.event(subject, details);
      await settle();
    }
    await broadcaster.stop();
    recorder.event(subject, { ...details, reason: "Late" });
    await settle();
    expect(calls).toEqual(["create", "patch", "patch"]);
    expect((await stored())[0]?.series?.count).toBe(4);
    expect(clock.timers).toBe(0);
  });

  test("waits two seconds for the API server, not longer", async () => {
    const { recorder, broadcaster, clock, failures } = setUp();
    failures.push("hang", refusal(500, "InternalError"));
    recorder.event(subject, details);
    recorder.event(thing("default/b", 1), details);
    let isStopped = false;
    const stopping = broadcaster.stop().then(() => (isStopped = true));
    await clock.advance(900);
    expect(isStopped).toBe(false);
    await clock.advance(1_100);
    await stopping;
    expect(clock.timers).toBe(0);
  });

  test("of a recorder that recorded nothing takes no time", async () => {
    const { broadcaster, clock } = setUp();
    await broadcaster.stop();
    expect(clock.timers).toBe(0);
  });
});
