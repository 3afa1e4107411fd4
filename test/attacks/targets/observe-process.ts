/** What a process under attack notes of itself. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import type { ProcessState, Pulse } from "../listener.js";

interface Moment {
  readonly wallMs: number;
  readonly processorMs: number;
}

function now(): Moment {
  const { user, system } = process.cpuUsage();
  return { wallMs: performance.now(), processorMs: (user + system) / 1000 };
}

export interface Observer {
  state(): Promise<ProcessState>;
  pulse(): Pulse;
}

/**
 * The event loop is blocked for as long as no timer comes to its turn. Of that, the time of the processor counts: on a busy machine,
 * others may have had it meanwhile.
 */
export function observeProcess(): Observer {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let [last, longestBlockMs] = [now(), 0];
  const tick = (): void => {
    const next = now();
    const blockMs = Math.min(next.wallMs - last.wallMs, next.processorMs - last.processorMs);
    [last, longestBlockMs] = [next, Math.max(longestBlockMs, blockMs)];
  };
  setInterval(tick, 5).unref();
  const forget = (): void => {
    [last, longestBlockMs] = [now(), 0];
    delays.reset();
  };
  return {
    pulse() {
      tick();
      const pulse = { longestBlockMs, longestDelayMs: delays.max / 1e6 };
      forget();
      return pulse;
    },
    async state() {
      const heapBytes = await heapAfterCollection();
      forget(); // collecting the garbage takes long, and was asked for here
      return { heapBytes, resources: count(process.getActiveResourcesInfo()) };
    },
  };
}

/** The least of some tries: what ends by finalisers and by callbacks takes more than one. */
async function heapAfterCollection(): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 4; attempt++) {
    await setImmediate();
    if (global.gc === undefined) throw new Error("start Node with --expose-gc");
    global.gc();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
