import type { IncomingMessage } from "node:http";
import type { WatchEvent } from "./contract-case.js";
import { nothingMore } from "./transcript.js";

const patience = 15_000;

/**
 * Reads the events of a watch up to its end, or up to the expected number or event. The end by the server and a timeout are
 * events, too: a transcript tells them apart.
 */
export async function readEvents(
  response: IncomingMessage,
  end: number | "end" | ((event: WatchEvent) => boolean),
): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  if (end === 0) {
    response.destroy();
    return events;
  }
  const timer = setTimeout(() => response.destroy(new Error(`${nothingMore} ${patience} ms`)), patience);
  try {
    for await (const line of linesOf(response)) {
      const event = JSON.parse(line) as WatchEvent;
      events.push(event);
      if (events.length === end || (typeof end === "function" && end(event))) return events;
    }
    events.push({ type: "(the server ends)", object: undefined });
  } catch (error) {
    events.push({ type: `(${String(error)})`, object: undefined });
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return events;
}

export async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    const lines = (rest + (chunk as string)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}
