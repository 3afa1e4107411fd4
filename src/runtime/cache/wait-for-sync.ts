import type { Clock } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import { withLinkedSignal } from "../../core/linked-signal.js";
import type { KubeObject } from "../../kube/objects.js";
import { sleep } from "../sleep.js";
import type { Cache } from "./cache.js";
import type { Informer } from "./informer.js";

/** Something that has to be there before a controller can work. */
export interface Awaited {
  /** For people, such as a kind. */
  readonly name: string;
  /** Why it is not there yet, as far as that is known. */
  readonly failure: () => unknown;
  readonly done: Promise<unknown>;
}

export function awaitInformer(cache: Cache, informer: Informer<KubeObject>): Awaited {
  return {
    name: cache.describe(informer.kind),
    failure: () => cache.failureOf(informer),
    done: informer.waitForSync(),
  };
}

/**
 * Waits for all of them, for so long, or until the signal fires.
 *
 * @throws TsopError `runtime/cache-sync-timeout`, which says what is missing, and why
 */
export async function waitForSync(
  awaited: readonly Awaited[],
  { timeoutMs, clock, signal }: { readonly timeoutMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const missing = new Set(awaited);
  const enough = new AbortController();
  const all = Promise.all(
    awaited.map(async (each) => {
      await each.done;
      missing.delete(each);
    }),
  ).then(() => enough.abort());
  if (timeoutMs === Infinity) {
    await all;
    return;
  }
  await withLinkedSignal([signal, enough.signal], (end) => sleep(clock, timeoutMs, end));
  if (missing.size > 0 && !signal.aborted) throw timedOut([...missing], timeoutMs);
}

function timedOut(missing: readonly Awaited[], ms: number): TsopError {
  const failures = missing.map(({ failure }) => failure());
  const names = missing.map(({ name }, index) => {
    const failure = failures[index];
    return failure instanceof Error ? `${name} (${failure.message})` : name;
  });
  const hints = failures.map((failure) => (failure instanceof TsopError ? failure.hint : undefined));
  const hint = [...new Set(hints.filter((each) => each !== undefined))].join(" ");
  return new TsopError("runtime/cache-sync-timeout", `not listed within ${ms / 1000} s: ${names.join("; ")}`, {
    hint: hint === "" ? "See the log for what the API server said; cacheSyncTimeoutMs gives it more time." : hint,
  });
}
