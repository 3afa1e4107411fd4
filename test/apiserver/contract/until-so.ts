import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until a server acts on an object that it knows from a watch, however busy the machine is.
 *
 * @throws Error after the time limit
 */
export async function untilSo(what: string, isSo: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const start = Date.now();
  while (!(await isSo())) {
    const waited = Date.now() - start;
    if (waited > timeoutMs) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await sleep(pauseAfter(waited));
  }
}

/**
 * Returns for how many milliseconds to wait before the next question: what comes at once is seen at once, and what takes a
 * second (kube-apiserver reads its policies once a second) is not asked for a hundred times.
 */
export function pauseAfter(waited: number): number {
  return Math.min(Math.max(10, waited / 2), 200);
}
