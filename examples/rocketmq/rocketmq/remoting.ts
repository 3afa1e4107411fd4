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
 * RocketMQ's remoting protocol, as far as an operator needs it: one request, one answer, one connection.
 *
 * A frame is its length (4 bytes, without themselves), the length of its header (4 bytes, the highest of which says how it is written: 0 is JSON), the
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

/** No header of RocketMQ comes near: whoever sends more speaks something else. */
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

/** The first command of what has arrived, and how many bytes it took; undefined while some of it is missing. */
export function decode(bytes: Buffer): { readonly command: Command; readonly length: number } | undefined {
  if (bytes.length < 8) return undefined;
  const length = 4 + bytes.readInt32BE(0);
  const headerLength = bytes.readInt32BE(4);
  if (headerLength >>> 24 !== 0) throw new Error("the answer's header is not written in JSON");
  if (length < 8 + headerLength || length > longestFrame) throw new Error("the answer is none of RocketMQ's");
  if (bytes.length < length) return undefined;
  const header = JSON.parse(bytes.subarray(8, 8 + headerLength).toString()) as Omit<Command, "body">;
  return { command: { ...header, body: bytes.subarray(8 + headerLength, length) }, length };
}

/**
 * Sends a request, and waits for its answer.
 *
 * @throws Error when there is no connection, no answer before the signal fires, or one that says that it failed
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
    socket.on("close", () => reject(new Error(`${address}: closed without an answer`)));
  });
}
