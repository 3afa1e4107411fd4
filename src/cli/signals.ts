/** What tells a process to end: Ctrl-C, its service manager, a terminal that closes. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Signal = (typeof signals)[number];

/** A terminal sends its signal to a whole group of processes, and npm passes it on: that is one signal, not two. */
export const echoMs = 250;

/** Calls `act` for each signal from now on. @returns what ends that */
export function onSignal(act: (name: Signal) => void): () => void {
  const handlers = signals.map((name) => [name, () => act(name)] as const);
  for (const [name, handler] of handlers) process.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}

/**
 * Calls `act` whenever it looks and the process that started this one is gone: npm passes SIGTERM to a shell that dies without passing
 * it on.
 */
export function watchParent(act: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  return setInterval(() => process.ppid === parent || act(), 500);
}
