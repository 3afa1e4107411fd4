import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { message } from "./pure.js";

test.each([
  ["spawn", () => spawn("node")],
  ["spawnSync", () => spawnSync("node")],
  ["execFile", () => execFile("node")],
  ["execFileSync", () => execFileSync("node")],
  ["listen", () => createServer().listen(0)],
])("a unit test may not %s", (_, start) => {
  expect(start).toThrow(message);
});
