/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { connect } from "node:net";

/**
 * RocketMQ's remoting protocol, as far as an operator needs it: one request and one response per connection.
 *
 * A frame consists of its length (4 bytes, not counted), the length of its header (4 bytes; the highest byte is the encoding, 0 for JSON), the
 * header, and the body.
 */
export interface Command {
  readonly code: number;
  readonly flag: number;
  readonly opaque: number;
  readonly remark?: string | null;
  readonly extFields?: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The longest accepted header. A peer that sends more does not use RocketMQ's protocol. */
const longestFrame = 16 * 1024 * 1024;

export function encode({ body, ...header }: Command): Buffer {
  const text = Buffer.from(
    JSON.stringify({ language: "OTHER", version: 0, serializeTypeCurrentRPC: "JSON", ...header }),
  );
  const frame = Buffer.alloc(8 + text.length + body.length);
  frame.writeInt32BE(4 + text.length + body.length, 0);
  frame.writeInt32BE(text.length, 4);
  text.copy(frame, 8);
  body.copy(frame, 8 + text.length);
  return frame;
}

/** Reads the first command of the received data, and its number of bytes; undefined while it is incomplete. */
export function decode(bytes: Buffer): { readonly command: Command; readonly length: number } | undefined {
  if (bytes.length < 8) return undefined;
  const length = 4 + bytes.readInt32BE(0);
  const headerLength = bytes.readInt32BE(4);
  if (headerLength >>> 24 !== 0) throw new Error("the header of the response is not JSON");
  if (length < 8 + headerLength || length > longestFrame) throw new Error("the response is not in RocketMQ's protocol");
  if (bytes.length < length) return undefined;
  const header = JSON.parse(bytes.subarray(8, 8 + headerLength).toString()) as Omit<Command, "body">;
  return { command: { ...header, body: bytes.subarray(8 + headerLength, length) }, length };
}

/**
 * Sends a request, and waits for its response.
 *
 * @throws Error if the connection fails, no response arrives before the signal fires, or the response reports a failure
 */
export function call(address: string, code: number, body: string, signal: AbortSignal): Promise<string> {
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(address) ?? [];
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), signal });
    let received = Buffer.alloc(0);
    const end = (outcome: () => void): void => {
      outcome();
      socket.destroy();
    };
    socket.on("connect", () => socket.write(encode({ code, flag: 0, opaque: 1, body: Buffer.from(body) })));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      try {
        const answer = decode(received)?.command;
        if (answer === undefined) return;
        if (answer.code === 0) end(() => resolve(answer.body.toString()));
        else end(() => reject(new Error(`${address}: ${answer.remark ?? `code ${answer.code}`}`)));
      } catch (error) {
        end(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${address}: closed without a response`)));
  });
}
