/** The signals that end a process: from Ctrl-C, a service manager, or a closed terminal. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Signal = (typeof signals)[number];

/** A terminal signals a whole process group, and npm passes the signal on: within this time, both count as one signal. */
export const echoMs = 250;

/** Calls `act` for each signal from now on. @returns a function that stops this */
export function onSignal(act: (name: Signal) => void): () => void {
  const handlers = signals.map((name) => [name, () => act(name)] as const);
  for (const [name, handler] of handlers) process.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}

/**
 * Checks regularly for the parent process, and calls `act` each time it no longer exists: npm sends SIGTERM to a shell
 * that exits without passing it on.
 */
export function watchParent(act: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  return setInterval(() => process.ppid === parent || act(), 500);
}
