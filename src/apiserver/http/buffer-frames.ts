import type { Writable } from "node:stream";
import type { StreamSink } from "./answer.js";

/** The most bytes that a slow watcher may leave unread. Like kube-apiserver, the server then closes the watch. */
const maxUnreadBytes = 64 * 1024 * 1024;

/** Sends all frames of one turn of the event loop together: writing to a connection costs more than creating frames. */
export function bufferFrames(response: Writable): StreamSink {
  let waiting: Buffer[] = [];
  const flush = (): void => {
    const [first, ...more] = waiting;
    if (first === undefined) return;
    waiting = [];
    const { writableEnded: hasEnded, destroyed: isGone } = response;
    if (!hasEnded && !isGone) response.write(more.length === 0 ? first : Buffer.concat([first, ...more]));
  };
  return {
    write: (chunk) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
      return response.writableLength <= maxUnreadBytes;
    },
    end: () => {
      flush();
      response.end();
    },
  };
}
