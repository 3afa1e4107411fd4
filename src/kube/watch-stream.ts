/** Turns the bytes of a watch into events. */
import { isJsonObject } from "../core/json.js";
import type { WatchEvent } from "./client.js";
import { ApiError } from "./api-error.js";
import type { KubeObject } from "./objects.js";
import { TransportError } from "./transport-error.js";

/**
 * Larger than any object that an API server stores (1.5 MB by default): a longer event means that the stream is not a
 * watch, or a broken one.
 */
const maxEventBytes = 64 * 1024 * 1024;

/**
 * Yields the events of a watch, at the reader's pace, until the stream ends.
 *
 * @throws ApiError for an ERROR event, TransportError if the data is not a watch
 */
export async function* readWatchEvents<T extends KubeObject>(
  chunks: AsyncIterable<Buffer>,
  server: string,
): AsyncGenerator<WatchEvent<T>, void, undefined> {
  for await (const line of splitLines(chunks, server)) yield toEvent<T>(line, server);
}

/** Splits at line feeds before decoding, because the network may cut a character in two. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  server: string,
): AsyncGenerator<string, void, undefined> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = toLine(pending, chunk.subarray(start, end));
      [pending, pendingBytes, start] = [[], 0, end + 1];
      if (line !== "") yield line;
    }
    if (start === chunk.length) continue;
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes > maxEventBytes) {
      throw new TransportError("too-large", server, `a watch event is larger than ${maxEventBytes >> 20} MiB`, {});
    }
  }
  const rest = toLine(pending, Buffer.alloc(0));
  if (rest !== "") yield rest;
}

function toLine(pending: readonly Buffer[], last: Buffer): string {
  const line = pending.length === 0 ? last : Buffer.concat([...pending, last]);
  const end = line.at(-1) === 13 ? line.length - 1 : line.length;
  return line.toString("utf8", 0, end);
}

function toEvent<T extends KubeObject>(line: string, server: string): WatchEvent<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    // Usually the last, incomplete event of a connection that broke.
    throw new TransportError("reset", server, "the watch ended within an event", { cause: error });
  }
  const object = isJsonObject(value) ? value["object"] : undefined;
  if (!isJsonObject(value) || !isJsonObject(object)) throw notAnEvent(server, line);
  switch (value["type"]) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      // The API server sends objects of the requested kind.
      return { type: value["type"], object: object as unknown as T };
    case "BOOKMARK":
      return { type: "BOOKMARK", object: object as unknown as KubeObject };
    case "ERROR": {
      const code = typeof object["code"] === "number" ? object["code"] : 500;
      throw new ApiError(object, code);
    }
    default:
      throw notAnEvent(server, line);
  }
}

function notAnEvent(server: string, line: string): TransportError {
  return new TransportError("bad-response", server, `not a watch event: ${line.slice(0, 200)}`, {});
}
