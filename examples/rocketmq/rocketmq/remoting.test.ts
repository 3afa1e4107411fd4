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

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { brokerAdmin } from "./admin.js";
import { call, type Command, decode, encode } from "./remoting.js";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Starts a server that responds to each connection as the test sets. */
async function serve(answer: (socket: Socket, request: Command) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("data", (bytes) => answer(socket, decode(bytes)!.command));
    socket.on("error", () => undefined);
    closing.push(() => socket.destroy());
  }).listen(0, "127.0.0.1");
  closing.push(() => server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reply = (body: string, more: Partial<Command> = {}): Buffer =>
  encode({ code: 0, flag: 1, opaque: 1, body: Buffer.from(body), ...more });
const signal = AbortSignal.timeout(10_000);

describe("a request to a broker", () => {
  test("is answered, in however many pieces the answer comes", async () => {
    const address = await serve((socket, { code, body }) => {
      const bytes = reply(`${code} ${body.toString()} ü`);
      socket.write(bytes.subarray(0, 6));
      setTimeout(() => socket.write(bytes.subarray(6)), 20);
    });
    expect(await call(address, 26, "hello", signal)).toBe("26 hello ü");
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ["says that it failed", (socket) => socket.write(reply("", { code: 1, remark: "no such key" })), "no such key"],
    ["fails without a word", (socket) => socket.write(reply("", { code: 7 })), "code 7"],
    ["hangs up", (socket) => socket.end(), "closed without a response"],
    [
      "speaks HTTP",
      (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "the header of the response is not JSON",
    ],
    ["sends no JSON", (socket) => socket.write(Buffer.from([0, 0, 0, 6, 0, 0, 0, 2, 0x7b, 0x7b])), "JSON"],
    [
      "sends a length that cannot be",
      (socket) => socket.write(Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 2])),
      "not in RocketMQ",
    ],
  ])("is an error when the other side %s", async (_, answer, message) => {
    const address = await serve(answer);
    await expect(call(address, 26, "", signal)).rejects.toThrow(message);
  });

  test("ends with its signal when there is no answer", async () => {
    const address = await serve(() => undefined);
    await expect(call(address, 26, "", AbortSignal.timeout(50))).rejects.toThrow();
  });

  test("fails if no server listens, or the address is invalid", async () => {
    await expect(call("127.0.0.1:1", 26, "", signal)).rejects.toThrow("ECONNREFUSED");
    await expect(call("nowhere", 26, "", signal)).rejects.toThrow();
  });
});

test("settings are asked for, and changed, as RocketMQ writes them", async () => {
  const requests: string[] = [];
  const address = await serve((socket, { code, body }) => {
    requests.push(`${code} ${body.toString()}`);
    socket.write(reply(code === 26 ? "brokerRole=SLAVE\n# a comment\nstorePathRootDir=C:\\data\nempty=\n" : ""));
  });
  const settings = await brokerAdmin.settings(address, signal);
  expect(settings).toEqual({ brokerRole: "SLAVE", storePathRootDir: "C:\\data", empty: "" });
  await brokerAdmin.changeSettings(address, { deleteWhen: "05", path: "C:\\data" }, signal);
  expect(requests).toEqual(["26 ", "25 deleteWhen=05\npath=C:\\\\data\n"]);
});
