/** Reads of a project in which another command may be writing. */
import { setTimeout } from "node:timers/promises";
import { type Outcome, type RecordingHost, recordingHost } from "./last-manifests.js";
import type { SourceHost } from "../source/source-host.js";

const tries = 10;
const pauseMs = 100;

export interface Waiting {
  /** Whether another command is writing here, at this moment. */
  readonly isWriting: () => boolean;
  /** Gives it a moment for all its files. */
  readonly pause?: () => Promise<unknown>;
}

/**
 * Reads a project, and reads it again where it finds something wrong and the files have changed meanwhile: another command,
 * such as `create api`, writes several files, and half of them make no sense. Waits only while the other command writes.
 *
 * @throws what the last reading throws
 */
export async function readAtRest<T extends { readonly outcome: Pick<Outcome, "warnings"> }>(
  disk: SourceHost,
  read: (host: RecordingHost) => T,
  { isWriting, pause = () => setTimeout(pauseMs) }: Waiting,
): Promise<{ readonly result: T; readonly host: RecordingHost }> {
  for (let left = tries; ; left -= 1) {
    const host = recordingHost(disk);
    const files = disk.files().join("\n");
    let answer: { readonly result: T } | { readonly error: unknown };
    try {
      answer = { result: read(host) };
    } catch (error) {
      answer = { error };
    }
    if ("result" in answer && answer.result.outcome.warnings.length === 0) return { result: answer.result, host };
    // In this order: whoever has ended by now has changed what was read.
    const isBusy = isWriting();
    if (isBusy) await pause();
    const isAtRest =
      !isBusy && disk.files().join("\n") === files && [...host.seen].every(([file, text]) => disk.read(file) === text);
    if (!isAtRest && left > 1) continue;
    if ("error" in answer) throw answer.error;
    return { result: answer.result, host };
  }
}
