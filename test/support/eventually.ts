import { type EventuallyOptions, eventually as poll } from "../../src/testing/eventually.js";

/**
 * Waits until `check`, which may start a program, stops throwing, and returns its result. Two minutes are enough for a busy machine.
 *
 * @throws TsopError `testing/timed-out` with the last failure
 */
export function eventually<T>(check: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  return poll(check, { timeoutMs: 120_000, intervalMs: 250, ...options });
}
