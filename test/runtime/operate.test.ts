import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import type { CreateManagerOptions } from "../../src/runtime/create-manager-options.js";
import type { Manager } from "../../src/runtime/manager.js";
import { operate } from "../../src/runtime/operate.js";
import type { OperatorProcess, ProcessHandlers } from "../../src/runtime/operator-process.js";
import { FakeClock, settle } from "../support/fake-clock.js";

/** A process that does nothing but remember. */
class FakeProcess implements OperatorProcess {
  isTerminal = false;
  parent = 100;
  out = "";
  error = "";
  exitCode: number | undefined;
  exited: number | undefined;
  handlers: ProcessHandlers | undefined;
  readonly args: readonly string[];
  readonly env: OperatorProcess["env"];

  constructor(args: readonly string[] = [], env: OperatorProcess["env"] = {}) {
    this.args = args;
    this.env = env;
  }

  parentId = (): number => this.parent;
  writeOut = (text: string): void => void (this.out += text);
  writeError = (text: string): void => void (this.error += text);
  setExitCode = (code: number): void => void (this.exitCode = code);
  exit = (code: number): void => void (this.exited ??= code);
  listen = (handlers: ProcessHandlers): (() => void) => {
    this.handlers = handlers;
    return () => (this.handlers = undefined);
  };
}

interface SetUp {
  host: FakeProcess;
  clock: FakeClock;
  options: CreateManagerOptions[];
  running: Promise<void>;
}

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve()));

function run(
  host: FakeProcess,
  start: (signal: AbortSignal) => Promise<void> = untilStopped,
  setup: (manager: Manager) => void | Promise<void> = () => undefined,
): SetUp {
  const clock = new FakeClock();
  const options: CreateManagerOptions[] = [];
  const create = (given: CreateManagerOptions): Promise<Manager> => {
    options.push(given);
    return Promise.resolve({ start } as unknown as Manager);
  };
  return { host, clock, options, running: operate({ name: "demo" }, setup, { host, create, clock }) };
}

describe("the command line", () => {
  test("decides what the manager is made of", async () => {
    const { host, options, running } = run(new FakeProcess(["--leader-elect"], { WATCH_NAMESPACE: "one" }));
    await settle();
    host.handlers!.onSignal("SIGTERM");
    await running;
    expect(options[0]).toMatchObject({ name: "demo", leaderElect: true, namespaces: ["one"] });
  });

  test("that is wrong ends with one message and exit code 2", async () => {
    const { host, options, running } = run(new FakeProcess(["--leder-elect"]));
    await running;
    expect(host.error).toBe(
      "error usage/invalid-argument: unknown flag --leder-elect; did you mean --leader-elect?\n  Run with --help to list all flags.\n",
    );
    expect(host.exitCode).toBe(2);
    expect(options).toEqual([]);
    expect(host.handlers).toBeUndefined();
  });

  test.each(["--help", "-h"])("with %s prints the flags", async (flag) => {
    const { host, running } = run(new FakeProcess([flag]));
    await running;
    expect(host.out).toContain("--health-probe-bind-address ADDRESS");
    expect(host.exitCode).toBeUndefined();
  });
});

// F44
describe("a signal", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("(%s) stops the manager, and the exit code is 0", async (signal) => {
    const { host, clock, running } = run(new FakeProcess());
    await settle();
    host.handlers!.onSignal(signal);
    await running;
    expect([host.exitCode, host.exited, host.handlers]).toEqual([0, undefined, undefined]);
    await clock.advance(5_000);
    expect(host.exited).toBe(0);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("(%s) for a second time ends the process at once with %d", async (signal, code) => {
    const { host, clock } = run(new FakeProcess(), () => new Promise(() => {}));
    await settle();
    host.handlers!.onSignal(signal);
    host.handlers!.onSignal(signal); // the echo of the same key press
    expect(host.exited).toBeUndefined();
    await clock.advance(300);
    host.handlers!.onSignal(signal);
    expect(host.exited).toBe(code);
  });
});

describe("the parent's end", () => {
  test.each([
    ["npm", { npm_lifecycle_event: "start" }],
    ["tsop start", { TSOP_PARENT: "1" }],
  ])("stops a manager under %s", async (_, env) => {
    const { host, clock, running } = run(new FakeProcess([], env));
    await settle();
    await clock.advance(10_000);
    expect(host.exitCode).toBeUndefined();
    host.parent = 1;
    await clock.advance(500);
    await running;
    expect(host.exitCode).toBe(0);
  });

  test("means nothing elsewhere", async () => {
    const { host, clock } = run(new FakeProcess());
    await settle();
    host.parent = 1;
    await clock.advance(10_000);
    expect(host.exitCode).toBeUndefined();
    expect(clock.timers).toBe(0);
  });
});

describe("a failure", () => {
  test.each([
    [
      "of the manager",
      (): Promise<void> => Promise.reject(new TsopError("runtime/port-unavailable", "taken", { hint: "other" })),
      undefined,
    ],
    [
      "of the set-up",
      untilStopped,
      (): never => {
        throw new TsopError("runtime/invalid-wiring", "taken", { hint: "other" });
      },
    ],
  ])("%s is logged in one line, and the process ends with 1", async (_, start, setup) => {
    const { host, running } = run(new FakeProcess(["--log-format=json"]), start, setup);
    await running;
    const lines = host.error.trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: "error", msg: "taken", hint: "other" });
    expect(host.exited).toBe(1);
    expect(host.handlers).toBeUndefined();
  });

  test("that is a bug of the operator is logged with its stack", async () => {
    const { host, running } = run(new FakeProcess(), untilStopped, () => {
      throw new Error("boom");
    });
    await running;
    expect(JSON.parse(host.error)).toMatchObject({ msg: "the operator failed", error: { message: "boom" } });
    expect(host.exited).toBe(1);
  });

  // F45
  test("that is not awaited is logged, and the manager continues", async () => {
    const { host, running } = run(new FakeProcess());
    await settle();
    host.handlers!.onUnhandledRejection(new Error("boom"));
    await settle();
    expect(host.error).toContain("unhandled promise rejection");
    expect(host.exitCode).toBeUndefined();
    host.handlers!.onSignal("SIGTERM");
    await running;
    expect(host.exitCode).toBe(0);
  });

  test("that is not caught stops the manager, and the exit code is 1", async () => {
    const { host, running } = run(new FakeProcess());
    await settle();
    host.handlers!.onUncaughtException(new Error("boom"));
    await running;
    expect(host.exitCode).toBe(1);
  });
});

test("a person gets text, a program JSON", async () => {
  const person = new FakeProcess([], { NO_COLOR: "1" });
  person.isTerminal = true;
  const failing = (): Promise<void> => Promise.reject(new TsopError("runtime/stop-timeout", "late"));
  await run(person, failing).running;
  expect(person.error).toMatch(/^\d\d:\d\d:\d\d\.\d{3} ERROR late {2}code=runtime\/stop-timeout\n$/);
});
