const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A terminal sends its signal to a whole group of processes, and npm passes it on: that is one signal, not two. */
export const echoMs = 250;

/**
 * Does something when this process ends before it is told that this is not needed any more, also at once, by the second
 * signal; but for a kill.
 *
 * @returns what tells it so
 */
export function atExit(action: () => void): () => void {
  process.on("exit", action);
  const stopListening = onSecondSignal((name) => {
    // eslint-disable-next-line no-restricted-properties -- who asks twice does not want to wait
    process.exit(128 + process.getBuiltinModule("node:os").constants.signals[name]);
  });
  return () => {
    process.off("exit", action);
    stopListening();
  };
}

function onSecondSignal(act: (name: (typeof signals)[number]) => void): () => void {
  let firstAt: number | undefined;
  const handlers = signals.map((name) => {
    const handler = (): void => {
      if (firstAt === undefined) firstAt = performance.now();
      else if (performance.now() - firstAt > echoMs) act(name);
    };
    process.on(name, handler);
    return [name, handler] as const;
  });
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}
