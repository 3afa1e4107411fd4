/** Processes that are attacked. */
import { type ChildProcess, fork } from "node:child_process";
import type {
  ApiAddress,
  ListenerInfo,
  ProcessState,
  Pulse,
  TargetMessage,
  TargetOptions,
  TargetQuestion,
} from "./listener.js";

export interface Target {
  readonly listeners: readonly ListenerInfo[];
  /** Of an embedded API server. */
  readonly api: ApiAddress | undefined;
  /** @throws Error when the process has ended, with the last that it printed */
  state(): Promise<ProcessState>;
  /** Rejects as `state` does. */
  pulse(): Promise<Pulse>;
  /** The exit code or the signal, and the last that it printed; undefined while it lives. */
  readonly death: string | undefined;
  stop(): Promise<void>;
}

export async function startTarget(program: string, options: TargetOptions): Promise<Target> {
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: ["--expose-gc", "--enable-source-maps"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const printed = keepLastWords(child);
  let death: string | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once("close", (code, signal) => {
      death = `ended with ${code ?? signal}:\n${printed()}`;
      resolve();
    });
  });
  const answer = <Kind extends TargetMessage["kind"]>(kind: Kind): Promise<TargetMessage & { kind: Kind }> =>
    new Promise((resolve, reject) => {
      const dead = (): void => reject(new Error(`the process under attack has ended with ${printed()}`));
      const listen = (message: TargetMessage): void => {
        if (message.kind !== kind) return;
        child.off("close", dead).off("message", listen);
        resolve(message as TargetMessage & { kind: Kind }); // its kind has been compared
      };
      if (death !== undefined) dead();
      else child.once("close", dead).on("message", listen);
    });
  const ask = <Question extends TargetQuestion>(question: Question): Promise<TargetMessage & { kind: Question }> => {
    const answered = answer(question);
    if (child.connected) child.send(question);
    return answered;
  };
  const { listeners, api } = await answer("ready");
  return {
    ...{ listeners, api },
    get death() {
      return death;
    },
    state: () => ask("state"),
    pulse: () => ask("pulse"),
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function keepLastWords({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (data: string) => (text = (text + data).slice(-4_000)));
  }
  return () => text;
}
