import { TsopError } from "../core/errors.js";
import type { Exec } from "../commands/context.js";

/** {@link Exec} with execa, which is loaded with the first program. */
export const exec: Exec = async (file, args, { cwd, env, signal, onLine, input }) => {
  const { execa } = await import("execa");
  const result = await execa(file, args, {
    cwd,
    ...(env === undefined ? {} : { env: { ...env }, extendEnv: false }),
    cancelSignal: signal,
    // Execa's signal handler would end this process before the command has printed how to continue.
    cleanup: false,
    forceKillAfterDelay: 10_000,
    reject: false,
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    ...(onLine === undefined ? {} : { stdout: [passOn(onLine)], stderr: [passOn(onLine)] }),
  });
  if (result.code === "ENOENT" || result.code === "EACCES") {
    throw new TsopError(
      "exec/not-found",
      `cannot run ${file}: ${result.code === "ENOENT" ? "it is not installed" : "it is not executable"}`,
      {
        hint: `Install ${file}, or put it on the PATH.`,
        cause: result,
      },
    );
  }
  return {
    exitCode: result.exitCode,
    terminatedBy: result.signal,
    stdout: typeof result.stdout === "string" ? result.stdout : "",
    stderr: typeof result.stderr === "string" ? result.stderr : "",
  };
};

/** Passes each line to a callback. */
function passOn(onLine: (line: string) => void) {
  return function* (line: unknown): Generator<unknown, void> {
    onLine(String(line));
    yield line;
  };
}
