/** Reads a project while another command may write to it. */
import { setTimeout } from "node:timers/promises";
import { type Outcome, type RecordingHost, recordingHost } from "./last-manifests.js";
import type { SourceHost } from "../source/source-host.js";

const tries = 10;
const pauseMs = 100;

export interface Waiting {
  /** Returns whether another command is writing to the project now. */
  readonly isWriting: () => boolean;
  /** Waits so that the other command can write all its files. */
  readonly pause?: () => Promise<unknown>;
}

/**
 * Reads a project. If the read finds a problem and the files have changed in the meantime, reads it again: another
 * command, such as `create api`, writes several files, and a half-written project is not valid. Waits only while the
 * other command writes.
 *
 * @throws the error of the last read
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
    // Keep this order: a command that has finished by now has changed the files that were read.
    const isBusy = isWriting();
    if (isBusy) await pause();
    const isAtRest =
      !isBusy && disk.files().join("\n") === files && [...host.seen].every(([file, text]) => disk.read(file) === text);
    if (!isAtRest && left > 1) continue;
    if ("error" in answer) throw answer.error;
    return { result: answer.result, host };
  }
}
