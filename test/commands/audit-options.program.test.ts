import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openAudit } from "../../src/commands/audit-options.js";
import { apiserver } from "../../src/commands/apiserver.js";
import type { ApiserverOptions } from "../../src/commands/declared/run.js";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { TsopError } from "../../src/core/errors.js";
import { connect, readText, send } from "../apiserver/contract/exchange.js";
import { parseServerUnderTest } from "../apiserver/contract/server-under-test.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

describe("tsop apiserver with an audit log", () => {
  /** Starts the server, requests its version, and stops it. */
  async function run(options: ApiserverOptions, cwd: string, liveFormat: "text" | "json" = "text") {
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal, liveFormat });
    const ended = apiserver({ kubeconfigOut: "k", ...options }, context);
    const { lines, notes } = context.recording;
    await expect.poll(() => [...lines, ...notes].join("\n")).toContain("serving at");
    const server = parseServerUnderTest(readFileSync(path.join(cwd, "k"), "utf8"));
    const headers = { authorization: `Bearer ${server.token}`, "user-agent": "test\u0085" };
    await readText(await send(connect(server), { method: "GET", path: "/version", headers }));
    stop.abort("SIGINT");
    await ended;
    return context.recording;
  }

  test("writes the metadata of every request to the file, and says so", async () => {
    const cwd = tempFolder();
    const { lines } = await run({ auditLog: "audit.log" }, cwd);
    expect(lines[0]).toMatch(/the metadata of every request goes to audit\.log$/);
    const text = readFileSync(path.join(cwd, "audit.log"), "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    const events = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(events).toMatchObject([
      { kind: "Event", level: "Metadata", stage: "RequestReceived", requestURI: "/version" },
      { kind: "Event", level: "Metadata", stage: "ResponseComplete", user: { username: "tsop-admin" } },
    ]);
  });

  test("applies the policy of the file", async () => {
    const cwd = tempFolder({ "policy.yaml": `${policy}omitStages: [RequestReceived]\nrules:\n- level: Request\n` });
    const { lines } = await run({ auditLog: "audit.log", auditPolicy: "policy.yaml" }, cwd);
    expect(lines).toHaveLength(1);
    const events = readFileSync(path.join(cwd, "audit.log"), "utf8").trimEnd().split("\n");
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: "Request" }]);
  });

  test("prints nothing but events on the standard output with -", async () => {
    const { lines, notes } = await run({ auditLog: "-" }, tempFolder());
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ kind: "Event" }, { kind: "Event" }]);
    expect(notes.join("\n")).toContain("goes to the standard output");
  });

  test("prints its own lines among the events in JSON with --output json", async () => {
    const { lines } = await run({ auditLog: "-" }, tempFolder(), "json");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      ...[{ from: "tsop" }, { from: "tsop" }],
      ...[{ kind: "Event" }, { kind: "Event" }],
    ]);
  });
});

describe("an audit log cannot be opened", () => {
  const failure = (files: Readonly<Record<string, string>>, flags: ApiserverOptions): TsopError => {
    const cwd = tempFolder(files);
    try {
      openAudit(flags, recordingContext({ cwd }));
    } catch (error) {
      if (error instanceof TsopError) return error;
      throw error;
    }
    throw new Error("it was opened");
  };

  test("for a policy without a log", () => {
    expect(failure({}, { auditPolicy: "p" })).toMatchObject({
      ...{ code: "usage/invalid-argument", message: "--audit-policy needs --audit-log" },
      hint: expect.stringContaining("--audit-log -") as string,
    });
  });

  test("for a policy file that does not exist", () => {
    expect(failure({}, { auditLog: "a", auditPolicy: "missing.yaml" })).toMatchObject({
      ...{ code: "files/read-failed", at: { file: "missing.yaml" } },
      message: expect.stringMatching(/^cannot read the audit policy missing\.yaml: ENOENT/) as string,
    });
  });

  test("in a folder that does not exist", () => {
    expect(failure({}, { auditLog: "missing/audit.log" })).toMatchObject({
      ...{ code: "files/write-failed", hint: expect.stringContaining("--audit-log") as string },
    });
  });

  test.each<[string, string, string]>([
    [
      "text",
      "a",
      "p.yaml:1  error apiserver/audit-policy-invalid: the audit policy cannot be read: the file contains no object",
    ],
    ["a syntax error", "a: [", "did not find"],
    ["two documents", `${policy}rules: [{ level: None }]\n---\na: b\n`, "p.yaml:5:1  error"],
  ])("for a policy file with %s", (_, text, message) => {
    const { code, message: shown, at } = failure({ "p.yaml": text }, { auditLog: "a", auditPolicy: "p.yaml" });
    expect(
      formatDiagnostic({ code, severity: "error", message: shown, ...(at === undefined ? {} : { at }) }),
    ).toContain(message);
  });

  test("for a policy with problems: all of them, each at its place", () => {
    const rules = "rules:\n- level: metadata\n  verb: [get]\n- level: None\n  nonResourceURLs:\n  - healthz\n";
    const { diagnostics } = failure({ "p.yaml": policy + rules }, { auditLog: "a", auditPolicy: "p.yaml" });
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'p.yaml:4:10  error apiserver/audit-policy-invalid: unknown level "metadata"\n  Did you mean Metadata?',
      'p.yaml:5:9  error apiserver/audit-policy-invalid: unknown field "verb"\n  Did you mean verbs?',
      'p.yaml:8:5  error apiserver/audit-policy-invalid: the path "healthz" does not begin with a slash\n  Write "/healthz".',
    ]);
  });

  test("for a JSON policy with problems", () => {
    const text = JSON.stringify({ apiVersion: "audit.k8s.io/v1beta1", kind: "Policy", rules: [{ level: "None" }] });
    const { diagnostics } = failure({ "p.json": text }, { auditLog: "a", auditPolicy: "p.json" });
    expect(diagnostics).toMatchObject([{ at: { file: "p.json", line: 1, column: 15 } }]);
  });
});
