import type { Clock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import type { CreateManagerOptions } from "./create-manager-options.js";
import type { Logger } from "./logger.js";
import type { Manager } from "./manager.js";
import { describeManagerFlags, type ManagerFlags, parseManagerFlags } from "./manager-flags.js";
import { loggerOf, type OperatorProcess } from "./operator-process.js";
import { stopSignal } from "./stop-signal.js";

/** The options that a program sets for its operator; the others come from the command line. */
export type RunManagerOptions = Omit<CreateManagerOptions, keyof ManagerFlags | "log" | "config" | "clock">;

/** The number of milliseconds that a process may continue after its manager has stopped. */
const lingerMs = 5_000;

/** The dependencies of runManager. */
export interface OperateParts {
  readonly host: OperatorProcess;
  readonly create: (options: CreateManagerOptions) => Promise<Manager>;
  readonly clock: Clock;
}

/** Runs the body of runManager on a given process. */
export async function operate(
  options: RunManagerOptions,
  setup: (manager: Manager) => unknown,
  { host, create, clock }: OperateParts,
): Promise<void> {
  if (host.args.includes("--help") || host.args.includes("-h")) {
    host.writeOut(describeManagerFlags());
    return;
  }
  const flags = readFlags(host);
  if (flags === undefined) return;
  const log = loggerOf(flags, host);
  const stop = stopSignal(host, log, clock);
  try {
    const manager = await create({ ...options, ...flags, log });
    await setup(manager);
    await manager.start(stop.signal);
    host.setExitCode(stop.hasCrashed() ? 1 : 0);
    clock.setTimer(lingerMs, () => {
      log.warn("the manager has stopped, but the process still has open handles; ending it");
      host.exit(stop.hasCrashed() ? 1 : 0);
    });
  } catch (error) {
    host.exit(report(error, log));
  } finally {
    stop.end();
  }
}

function readFlags(host: OperatorProcess): ManagerFlags | undefined {
  try {
    return parseManagerFlags(host.args, host.env);
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    host.writeError(`error ${error.code}: ${error.message}\n${error.hint === undefined ? "" : `  ${error.hint}\n`}`);
    host.setExitCode(error.exitCode);
    return undefined;
  }
}

/** Logs why the operator ends, and returns the exit code. */
function report(error: unknown, log: Logger): number {
  if (!(error instanceof TsopError)) {
    log.error("the operator failed", { error });
    return 1;
  }
  log.error(error.message, { code: error.code, ...(error.hint === undefined ? {} : { hint: error.hint }) });
  return error.exitCode;
}
