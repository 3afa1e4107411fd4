import { TsopError } from "../core/errors.js";

/**
 * The options of {@link eventually}.
 *
 * @example
 * ```ts
 * import { eventually, type EventuallyOptions } from "tsop/testing";
 *
 * const patient: EventuallyOptions = { timeoutMs: 60_000, intervalMs: 500 };
 * export const settled = (check: () => Promise<void>) => eventually(check, patient);
 * ```
 */
export interface EventuallyOptions {
  /** The number of milliseconds after which it gives up. Default 5,000. */
  readonly timeoutMs?: number;
  /** The number of milliseconds between two attempts. Default 20. */
  readonly intervalMs?: number;
}

/**
 * Calls a function until it does not throw, and resolves with its result. Use it to wait for the effects of a
 * controller.
 *
 * @throws TsopError `testing/timed-out` with the last failure, in its message and as its cause
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { eventually, TestEnvironment } from "tsop/testing";
 *
 * export async function waitForCopy({ client }: TestEnvironment): Promise<ConfigMap> {
 *   return eventually(() => client.getOrThrow(ConfigMap, { namespace: "default", name: "copy" }));
 * }
 * ```
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 5_000, intervalMs = 20 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let tries = 1; ; tries++) {
    const attempt = await tryOnce(check, deadline);
    if (attempt.kind === "passed") return attempt.value;
    if (performance.now() + intervalMs > deadline) throw timedOut(timeoutMs, tries, attempt);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

type Attempt<T> =
  | { readonly kind: "passed"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "hangs" };

/** Stops waiting at the deadline, even if the check never settles. */
async function tryOnce<T>(check: () => T | Promise<T>, deadline: number): Promise<Attempt<T>> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<Attempt<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "hangs" }), Math.max(0, deadline - performance.now()) + 100);
  });
  const answered = new Promise<T>((resolve) => resolve(check())).then(
    (value): Attempt<T> => ({ kind: "passed", value }),
    (error: unknown): Attempt<T> => ({ kind: "failed", error }),
  );
  try {
    return await Promise.race([answered, hangs]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(timeoutMs: number, tries: number, last: Exclude<Attempt<unknown>, { kind: "passed" }>): TsopError {
  const waited = `the check did not pass within ${timeoutMs / 1000} s (${tries} ${tries === 1 ? "try" : "tries"})`;
  if (last.kind === "hangs") return new TsopError("testing/timed-out", `${waited}; the last try has not returned`);
  const { error } = last;
  const reason = error instanceof Error ? error.message : String(error);
  return new TsopError("testing/timed-out", `${waited}; the last failure: ${reason}`, { cause: error });
}
