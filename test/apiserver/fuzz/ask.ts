import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, send } from "../contract/exchange.js";
import type { FuzzRequest } from "./good-requests.js";

/** The response; a code of 0 means that the connection ended without one. */
export interface Answered {
  readonly code: number;
  readonly contentType: string;
  readonly text: string;
}

/** The values of `$ns` and `$id` in a sequence. */
export interface SequenceNames {
  readonly ns: string;
  readonly id: string;
}

/** The time to read a watch, which does not end: its first events suffice. */
const streamMs = 30;

export async function ask(connection: Connection, request: FuzzRequest, { ns, id }: SequenceNames): Promise<Answered> {
  const expand = (text: string): string => text.replaceAll("$ns", ns).replaceAll("$id", id);
  const query = request.query.length === 0 ? "" : `?${request.query.join("&")}`;
  const { body } = request;
  const bytes = body === undefined ? undefined : "json" in body ? expand(JSON.stringify(body.json)) : body.bytes;
  try {
    const response = await send(connection, {
      method: request.method,
      // Node sends no spaces.
      path: expand(request.path + query).replaceAll(" ", "%20"),
      headers: { authorization: `Bearer ${connection.server.token}`, "user-agent": "fuzz", ...request.headers },
      ...(bytes === undefined ? {} : { body: typeof bytes === "string" ? bytes : expandBytes(bytes, expand) }),
    });
    const contentType = response.headers["content-type"] ?? "";
    return { code: response.statusCode ?? 0, contentType, text: await readSome(response, isWatch(request)) };
  } catch (error) {
    return { code: 0, contentType: "", text: error instanceof Error ? error.message : String(error) };
  }
}

function isWatch({ path, query }: FuzzRequest): boolean {
  return path.split("/").includes("watch") || query.some((each) => each.startsWith("watch="));
}

/** Replaces names byte by byte, so that bytes that are not text remain unchanged. */
function expandBytes(bytes: Buffer, expand: (text: string) => string): Buffer {
  return Buffer.from(expand(bytes.toString("latin1")), "latin1");
}

async function readSome(response: IncomingMessage, isStream: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  const isOver = new Promise<void>((resolve) => {
    for (const event of ["end", "error", "close"]) response.once(event, () => resolve());
  });
  if (isStream) {
    await Promise.race([isOver, sleep(streamMs)]);
    response.destroy();
  }
  await isOver;
  return Buffer.concat(chunks).toString();
}
