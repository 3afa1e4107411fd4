import { createApi } from "../../src/commands/create-api.js";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import type { TsopError } from "../../src/core/errors.js";
import { recordingContext } from "./recording-context.js";
import { refusalIn } from "./refusal.js";
import { filesOf } from "./temp-folder.js";

/** Runs `tsop create api` in a folder; returns the files that exist afterwards, and the output. */
export async function run(
  root: string,
  options: CreateApiOptions,
): Promise<{ readonly files: Record<string, string>; readonly text: string }> {
  const { text } = await createApi(options, recordingContext({ cwd: root }));
  return { files: filesOf(root), text };
}

export function refusal(root: string, options: CreateApiOptions): Promise<TsopError> {
  return refusalIn(root, () => run(root, options));
}

export function count(text: string | undefined, part: string): number {
  return (text ?? "").split(part).length - 1;
}
