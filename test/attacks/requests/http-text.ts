/** HTTP as it goes over the wire; every character is a byte. */
import type { ListenerInfo } from "../listener.js";

export interface RequestText {
  readonly method?: string;
  readonly path: string;
  /** Whole lines, without their ends. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

/** A request that is well formed, as far as its parts are. */
export function printRequest({ method = "GET", path, headers = [], body }: RequestText): Buffer {
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost", ...headers, ...length, "", ""];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), Buffer.from(body ?? "")]);
}

export function printGoodRequest({ good, ...listener }: ListenerInfo): Buffer {
  return printRequest({ ...good, headers: [...authorize(listener), json, "connection: close"] });
}

export const json = "content-type: application/json";

export function authorize({ token }: Pick<ListenerInfo, "token">): string[] {
  return token === undefined ? [] : [`authorization: Bearer ${token}`];
}
