import { setMaxListeners } from "node:events";

/**
 * Calls back when the signal fires, and returns a function that ends this. Many callers wait for one signal, for example all
 * controllers of a manager: Node would report the eleventh as a leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  allowManyListeners(signal);
  signal.addEventListener("abort", callback);
  return () => signal.removeEventListener("abort", callback);
}

/** Prevents Node's warning of a leak for a signal with more than ten listeners. */
export function allowManyListeners(signal: AbortSignal): void {
  try {
    setMaxListeners(0, signal);
  } catch {
    // A signal of another library, for example jsdom's, has no limit.
  }
}
