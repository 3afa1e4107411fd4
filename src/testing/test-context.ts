import { systemClock } from "../core/clock.js";
import type { LogFields, Logger } from "../runtime/logger.js";
import type { ReconcileContext } from "../runtime/reconcile.js";

/**
 * A logged line.
 *
 * @example
 * ```ts
 * import type { LoggedLine } from "tsop/testing";
 *
 * export const errorsOf = (lines: readonly LoggedLine[]): string[] =>
 *   lines.filter(({ level }) => level === "error").map(({ message }) => message);
 * ```
 */
export interface LoggedLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** The fields of the line and of the loggers that it was written through. */
  readonly fields: LogFields;
}

/**
 * A {@link ReconcileContext} that stores the logged lines.
 *
 * @example
 * ```ts
 * import { type TestContext, testContext } from "tsop/testing";
 *
 * const context: TestContext = testContext();
 * context.log.with({ size: 3 }).warn("too large");
 * export const [first] = context.logged; // { level: "warn", message: "too large", fields: { size: 3 } }
 * ```
 */
export interface TestContext extends ReconcileContext {
  /** All lines of all levels so far, in order, including those of `log.with()`. */
  readonly logged: readonly LoggedLine[];
}

/**
 * Returns a context for calling `reconcile` in a test.
 *
 * @param overrides - the values for the test. Defaults: the first attempt of a leader, a signal that never fires, the system clock
 *
 * @example
 * ```ts
 * import { done, type Reconciler } from "tsop";
 * import { testContext } from "tsop/testing";
 *
 * const reconciler: Reconciler = {
 *   reconcile: (request, context) => {
 *     context.log.info("hello", { name: request.name });
 *     return Promise.resolve(done());
 *   },
 * };
 * const context = testContext();
 * await reconciler.reconcile({ namespace: "default", name: "bar-sample" }, context);
 * export const lines = context.logged.map(({ message }) => message); // ["hello"]
 * ```
 */
export function testContext(overrides: Partial<Omit<ReconcileContext, "log">> = {}): TestContext {
  const logged: LoggedLine[] = [];
  return {
    clock: systemClock,
    signal: new AbortController().signal,
    throwIfNotLeading: () => undefined,
    reconcileID: "00000000-0000-4000-8000-000000000000",
    attempt: 1,
    isLastAttempt: false,
    ...overrides,
    log: recordingLogger(logged, {}),
    logged,
  };
}

/** @internal */
export function recordingLogger(lines: LoggedLine[], fields: LogFields): Logger {
  const log =
    (level: LoggedLine["level"]) =>
    (message: string, more: LogFields = {}) =>
      void lines.push({ level, message, fields: { ...fields, ...more } });
  return {
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    with: (more) => recordingLogger(lines, { ...fields, ...more }),
  };
}
