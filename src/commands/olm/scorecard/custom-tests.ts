/** Runs the tests in TypeScript of a project, each in a process of its own. */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { formatDiagnostic } from "../../../core/diagnostic.js";
import { TsopError } from "../../../core/errors.js";
import { isJsonObject, isList } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import { removeState, statePath, writeState } from "../../../machinery/project-state.js";
import { customTestFile, customTestFolder, customTestNames } from "../../../olm/scorecard/custom-tests.js";
import type { Outcome, ScorecardState } from "../../../olm/scorecard/result.js";
import { bundleOptions, toBuildError } from "../../build.js";
import type { Context, FilterResult } from "../../context.js";

const mostBytes = 4 * 1024 * 1024;
const shownLines = 20;
const moreTime = ["Give the tests more time with --wait-time."];

/** Returns the names of the tests in the folder of a project. */
export function findCustomTests(root: string): readonly string[] {
  try {
    return customTestNames(readdirSync(path.join(root, customTestFolder)));
  } catch {
    return []; // most projects have no such folder
  }
}

/** What a test gets: the input of `ScorecardTest.execute` in tsop/testing. */
export interface CustomTestInput {
  readonly bundle: object;
  readonly config: object;
  readonly namespace: string;
}

export interface CustomTestRun {
  readonly root: string;
  readonly context: Pick<Context, "env" | "runFilter" | "signal">;
  /** How long the tests may still run. */
  readonly leftMs: () => number;
  readonly input: CustomTestInput;
}

/** Builds and runs a test. An exception, a wrong export or a timeout is the result of the test. */
export async function runCustomTest(name: string, { root, context, leftMs, input }: CustomTestRun): Promise<Outcome> {
  const file = customTestFile(name);
  const state = `scorecard-${process.pid}-${name}`;
  try {
    const program = await buildTest(root, file, `${state}/test.mjs`);
    const limitMs = Math.ceil(leftMs());
    if (limitMs === 0) {
      const errors = [`${file} did not run: the time of all tests is over`];
      return { state: "error", errors, suggestions: moreTime };
    }
    const mark = randomUUID();
    const result = await context.runFilter(process.execPath, {
      args: ["--enable-source-maps", program],
      ...{ cwd: root, env: context.env, limitMs, mostBytes, signal: context.signal },
      input: JSON.stringify({ ...input, limitMs, mark }),
    });
    return outcomeOf(result, { file, mark, limitMs });
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    context.signal.throwIfAborted();
    return { state: "error", errors: reasonsOf(error, file) };
  } finally {
    removeState(root, state);
  }
}

function reasonsOf({ diagnostics, message }: TsopError, file: string): string[] {
  return diagnostics.length === 0 ? [`${file}: ${message}`] : diagnostics.map(formatDiagnostic);
}

/** Bundles the test below the project, so that Node finds its packages. Returns the path of the program. */
async function buildTest(root: string, file: string, name: string): Promise<string> {
  const esbuild = await import("esbuild");
  const target = statePath(root, name);
  try {
    const { outputFiles } = await esbuild.build({
      ...bundleOptions(root),
      stdin: { contents: programOf(file), resolveDir: root, sourcefile: "scorecard.js" },
      splitting: false,
      packages: "external",
      sourcemap: "inline",
      outfile: target,
    });
    return writeState(root, name, outputFiles[0]?.text ?? "");
  } catch (error) {
    throw toBuildError(error);
  }
}

/** Prints the status after a mark: a test may print, too. */
function programOf(file: string): string {
  return `import { text } from "node:stream/consumers";
import * as given from ${JSON.stringify(`./${file}`)};
const { mark, ...input } = JSON.parse(await text(process.stdin));
const print = (status) => process.stdout.write("\\n" + mark + JSON.stringify(status) + "\\n", () => process.exit(0));
const execute = given["default"]?.execute;
print(typeof execute === "function" ? await execute(input) : { state: "no test" });
`;
}

interface Ran {
  readonly file: string;
  readonly mark: string;
  readonly limitMs: number;
}

function outcomeOf({ end, stdout, stderr }: FilterResult, { file, mark, limitMs }: Ran): Outcome {
  const [printed = "", json = ""] = stdout.split(`\n${mark}`);
  const text = [printed, stderr].map((each) => each.trim()).filter((each) => each !== "");
  const log = text.length === 0 ? {} : { log: text.join("\n") };
  const error = (message: string, suggestions: readonly string[] = []): Outcome => ({
    state: "error",
    errors: [`${file} ${message}`],
    ...(suggestions.length === 0 ? {} : { suggestions }),
    ...log,
  });
  const last = stderr.trim().split("\n").slice(-shownLines).join("\n");
  const because = last === "" ? "" : `:\n${last}`;
  switch (end.kind) {
    case "late":
      return error(`did not end within ${Math.ceil(limitMs / 100) / 10} s`, moreTime);
    case "too-large":
      return error(`printed more than ${mostBytes / 1024 / 1024} MiB`);
    case "not-started":
      return error(`could not run: ${end.reason}`);
    case "signal":
      return error(`was ended by ${end.signal}${because}`);
    case "exit": {
      const status = readStatus(json);
      if (status === "no test") {
        const wanted = "Export one: export default defineScorecardTest(async ({ client }) => { … })";
        return error("exports no test", [wanted]);
      }
      if (status !== undefined) return { ...status, ...log };
      return error(`ended with exit status ${end.code} before it had a result${because}`);
    }
  }
}

const states: readonly ScorecardState[] = ["pass", "fail", "error"];

/** Reads the status that a test has printed. */
function readStatus(json: string): Outcome | "no test" | undefined {
  const status = readJson(json);
  if (!isJsonObject(status)) return undefined;
  if (status["state"] === "no test") return "no test";
  const state = states.find((each) => each === status["state"]);
  if (state === undefined) return undefined;
  const [errors, suggestions] = [textsIn(status["errors"]), textsIn(status["suggestions"])];
  return {
    state,
    ...(errors.length === 0 ? {} : { errors }),
    ...(suggestions.length === 0 ? {} : { suggestions }),
  };
}

function textsIn(value: unknown): readonly string[] {
  return isList(value) ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : [];
}
