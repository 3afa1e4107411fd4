import { build } from "esbuild";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { createLogger, type LogFormat, type LogLevel } from "../../../src/runtime/log/create-logger.js";
import type { Logger } from "../../../src/runtime/logger.js";

function setUp(
  format: LogFormat,
  level: LogLevel = "info",
): { log: Logger; text: () => string; lines: () => string[] } {
  let text = "";
  const log = createLogger({ format, level, isColoured: false, write: (more) => (text += more) });
  return { log, text: () => text, lines: () => text.split("\n").slice(0, -1) };
}

function json(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("JSON lines", () => {
  test("carry time, level, message and fields", () => {
    const { log, lines } = setUp("json");
    log.with({ controller: "bar" }).info("reconciling", { object: "default/bar-sample" });
    const [line] = json(lines());
    expect(line).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      controller: "bar",
      object: "default/bar-sample",
      msg: "reconciling",
    });
  });

  test("name each key once, whatever the fields are called", () => {
    const { log, lines } = setUp("json");
    log.with({ a: 1 }).info("real", { a: 2, level: "fatal", msg: "forged", time: 0, __proto__x: 1 });
    expect(lines()[0]!.match(/"(msg|level|time|a)":/g)).toHaveLength(4);
    expect(json(lines())[0]).toMatchObject({ a: 2, msg: "real", level: "info", level_: "fatal", msg_: "forged" });
  });

  test("take what JSON cannot hold", () => {
    const { log, lines } = setUp("json");
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    log.info("odd", { circular, big: 10n, nothing: undefined, error: undefined });
    expect(json(lines())[0]).toMatchObject({ msg: "odd", big: 10 });
  });

  test("show an error with code, hint, stack and causes", () => {
    const { log, lines } = setUp("json");
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    log.error("failed", { error: new TsopError("cluster/unreachable", "no server", { hint: "start it", cause }) });
    expect(json(lines())[0]!["error"]).toMatchObject({
      type: "TsopError",
      message: "no server",
      code: "cluster/unreachable",
      hint: "start it",
      stack: expect.stringContaining("create-logger.program.test.ts") as string,
      cause: { type: "Error", message: "refused", code: "ECONNREFUSED" },
    });
  });

  test.each([["boom"], [42], [null], [{ a: 1 }], [Symbol("s")]])("take %o for an error", (thrown) => {
    const { log, lines } = setUp("json");
    log.error("failed", { error: thrown });
    expect(json(lines())[0]!["error"]).toHaveProperty("message");
  });

  test("show the error of an event, which is what a WebSocket fails with", () => {
    const { log, lines } = setUp("json");
    class ErrorEvent extends Event {
      readonly error = new TsopError("cluster/forbidden", "no pods/exec", { hint: "add the tag" });
    }
    log.error("failed", { error: new ErrorEvent("error") });
    expect(json(lines())[0]!["error"]).toMatchObject({ message: "no pods/exec", hint: "add the tag" });
  });
});

test("lines below the level are not written", () => {
  const { log, lines } = setUp("json", "warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(json(lines()).map((line) => line["msg"])).toEqual(["c", "d"]);
});

describe("text lines", () => {
  test("are for people", () => {
    const { log, text } = setUp("text");
    log.with({ controller: "bar" }).info("reconciling now", { object: "default/bar-sample", note: "two words", n: 3 });
    expect(text()).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}reconciling now {2}controller=bar object=default\/bar-sample note="two words" n=3\n$/,
    );
  });

  test("cannot be forged by line breaks, colours or a bell in what comes from outside", () => {
    const { log, lines } = setUp("text");
    const evil = "x\n12:00:00.000 INFO  forged\r\u001b[31m\u2028\u0007";
    log.info(evil, { [evil]: evil });
    log.error("failed", { error: new Error(evil) });
    expect(lines().filter((line) => /^\S/.test(line))).toHaveLength(2);
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    expect(lines().join("")).not.toMatch(/[\u0000-\u001f\u2028]/);
  });

  test("show an error's stack, moved in, and its causes", () => {
    const { log, lines } = setUp("text");
    log.error("failed", { error: new Error("outer", { cause: new Error("inner") }) });
    expect(lines()[1]).toBe("    Error: outer");
    expect(lines()).toContain("    caused by:");
    expect(lines()).toContain("    Error: inner");
  });
});

describe("an error in a bundle", () => {
  let dir: string;
  beforeAll(() => (dir = mkdtempSync(path.join(os.tmpdir(), "stack mäp-"))));
  afterAll(() => rmSync(dir, { recursive: true }));

  test("is shown where it is in the source", async () => {
    const source = path.join(dir, "source.ts");
    writeFileSync(
      source,
      "interface Unused { a: string }\n\nexport function fail(): never {\n  throw new Error('boom');\n}\n",
    );
    const outfile = path.join(dir, "bundle.mjs");
    await build({ entryPoints: [source], outfile, bundle: true, minify: true, sourcemap: true, format: "esm" });
    const bundle = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { fail(): never };
    const { log, text } = setUp("text");
    try {
      bundle.fail();
    } catch (error) {
      log.error("failed", { error });
    }
    expect(text()).toContain(`${source}:4:9`);
  });

  test("with a broken map is shown where it is in the bundle", () => {
    const script = path.join(dir, "broken.js");
    writeFileSync(`${script}.map`, "{ not JSON");
    const { log, text } = setUp("text");
    const error = new Error("boom");
    error.stack = `Error: boom\n    at x (${pathToFileURL(script).href}:1:2)\n    at y (file://%zz:1:2)`;
    log.error("failed", { error });
    expect(text()).toContain("broken.js:1:2");
  });
});
