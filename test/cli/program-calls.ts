import { createProgram, type RunCommand } from "../../src/cli/program/program.js";

export interface Call {
  readonly command: string;
  readonly options: object;
  readonly globals: object;
}

/** The program of the real declarations, which only remembers what it would run. */
export function programFor(calls: Call[] = [], written: string[] = []) {
  const record: RunCommand = ({ path }, options, globals) => {
    calls.push({ command: path, options: { ...options }, globals: { ...globals } });
    return Promise.resolve();
  };
  return createProgram(record, { write: (text) => written.push(text), columns: 100 });
}

export async function parse(...argv: string[]): Promise<Call> {
  const calls: Call[] = [];
  await programFor(calls).parseAsync(argv, { from: "user" });
  return calls[0]!;
}
