import { echoMs, onSignal, type Signal } from "./signals.js";

/**
 * Runs an action when this process ends, unless it is cancelled before. The second signal runs it immediately. A kill
 * does not run it.
 *
 * @returns a function that cancels the action
 */
export function atExit(action: () => void): () => void {
  process.on("exit", action);
  const stopListening = onSecondSignal((name) => {
    // oxlint-disable-next-line no-restricted-properties -- the second signal requests an immediate end
    process.exit(128 + process.getBuiltinModule("node:os").constants.signals[name]);
  });
  return () => {
    process.off("exit", action);
    stopListening();
  };
}

function onSecondSignal(act: (name: Signal) => void): () => void {
  let firstAt: number | undefined;
  return onSignal((name) => {
    if (firstAt === undefined) firstAt = performance.now();
    else if (performance.now() - firstAt > echoMs) act(name);
  });
}
