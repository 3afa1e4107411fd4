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
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { externalStorage } from "./external_storage.js";

/** Sends a request to a store with this response. */
async function clearAt(status: number, answer: string, token?: string) {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push([request.method, request.url, request.headers.authorization, body]);
      response.writeHead(status).end(answer);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const signal = AbortSignal.timeout(10_000);
  try {
    return { asked, clearing: await externalStorage.clear({ url, token }, "a b", "default/orders/", signal) };
  } finally {
    server.close();
  }
}

test("names the clearing, and the files to delete", async () => {
  const { asked, clearing } = await clearAt(200, '{"state":"running","removed":1,"total":3}', "let me in");
  expect(asked).toEqual([["PUT", "/clearings/a%20b", "Bearer let me in", '{"prefix":"default/orders/"}']]);
  expect(clearing).toEqual({ isFinished: false, removed: 1, total: 3 });
});

test("knows when it is finished", async () => {
  expect((await clearAt(200, '{"state":"finished","removed":3,"total":3}')).clearing.isFinished).toBe(true);
});

test.each([
  [401, "who are you?", "returned 401: who are you?"],
  [200, "null", "cannot read the store's response: null"],
  [200, '{"state":"finished"}', "cannot read the store's response"],
  [200, "<html>", "JSON"],
])("an answer with %i and %s is an error, and no end", async (status, answer, message) => {
  await expect(clearAt(status, answer)).rejects.toThrow(message);
});
