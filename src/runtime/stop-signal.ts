import type { Clock } from "../core/clock.js";
import type { Logger } from "./logger.js";
import type { OperatorProcess } from "./operator-process.js";

/**
 * A terminal sends its signal to a whole group of processes, which also forward it: that counts as one signal, not two.
 */
const echoMs = 250;
const parentPollMs = 500;
const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Returns true if an uncaught exception made the signal fire. */
  hasCrashed(): boolean;
  /** Stops listening. */
  end(): void;
}

/**
 * Creates a signal that fires when the process gets a stop signal, when its parent under npm has ended, and at an
 * uncaught exception.
 */
export function stopSignal(host: OperatorProcess, log: Logger, clock: Clock): StopSignal {
  const controller = new AbortController();
  let stoppedAt: number | undefined;
  let crashed = false;
  const stop = (): void => {
    stoppedAt ??= clock.monotonic();
    controller.abort();
  };
  const stopListening = host.listen({
    onSignal: (signal) => {
      if (stoppedAt === undefined) {
        log.info("stopping on a signal; a second signal ends this process at once", { signal });
        stop();
      } else if (clock.monotonic() - stoppedAt > echoMs) {
        log.warn("received a second signal; ending at once", { signal });
        host.exit(128 + signalNumbers[signal]);
      }
    },
    // A call that was not awaited failed. The task that it belonged to is lost, but other objects are not affected.
    onUnhandledRejection: (reason) => log.error("unhandled promise rejection", { error: reason }),
    // The exception may have left any work half done.
    onUncaughtException: (error) => {
      log.error("uncaught exception; stopping", { error });
      crashed = true;
      stop();
    },
  });
  const stopPolling = isUnderNpm(host)
    ? watchParent(host, clock, () => {
        log.info("the parent process has ended; stopping");
        stop();
      })
    : () => undefined;
  return {
    signal: controller.signal,
    hasCrashed: () => crashed,
    end: () => {
      stopListening();
      stopPolling();
    },
  };
}

/** npm sends SIGTERM to a shell that dies of it and leaves this process behind. `tsop start` sets TSOP_PARENT. */
function isUnderNpm({ env }: OperatorProcess): boolean {
  return env["npm_lifecycle_event"] !== undefined || env["TSOP_PARENT"] === "1";
}

function watchParent({ parentId }: OperatorProcess, clock: Clock, onGone: () => void): () => void {
  const parent = parentId();
  let cancel = (): void => undefined;
  const poll = (): void => {
    cancel = clock.setTimer(parentPollMs, () => {
      if (parentId() === parent) poll();
      else onGone();
    });
  };
  poll();
  return () => cancel();
}
