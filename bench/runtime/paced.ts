import { setTimeout as delay } from "node:timers/promises";

/** Starts a number of calls per second, one after the other, without waiting for their results. Then waits for all of them. */
export async function paced(
  perSecond: number,
  seconds: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  const start = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index / perSecond) * 1000;
    if (due > performance.now()) await delay(due - performance.now());
    calls.push(call(index));
  }
  await Promise.all(calls);
}
