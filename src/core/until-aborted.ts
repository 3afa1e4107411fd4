/** Returns the promise's outcome, or rejects with the signal's reason if the signal fires first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // The reason is the argument of abort(); fetch and Node reject with it unchanged.
    abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Yields the items until they end; throws the signal's reason if the signal fires first, even if the source ignores it. */
export async function* eachUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(Promise.resolve(iterator.next()), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Resolves when the signal fires. Use it only if the signal lives no longer than the waiting code: it keeps the listener. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
