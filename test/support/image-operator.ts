/** An operator whose image is built by programs that the test simulates. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ExecResult } from "../../src/commands/context.js";
import { TsopError } from "../../src/core/errors.js";
import { project } from "./bar-project.js";
import { recordingContext, type RecordingOptions } from "./recording-context.js";
import { tempFolder } from "./temp-folder.js";

const files = {
  PROJECT: project,
  "main.ts": "console.log(1);",
  Dockerfile: "ARG BASE_IMAGE=base:1\nFROM ${BASE_IMAGE}\nCOPY dist/ /dist/\n",
  "package.json": '{"version":"1.0.0"}',
};
/** The ID of every built image. */
export const id = `sha256:${"b".repeat(64)}`;

export type Answer = Partial<ExecResult> | TsopError;

/** Creates a context with these programs, by name, and their results; a build writes the requested ID file. */
export function operator(
  programs: Readonly<Record<string, (args: readonly string[]) => Answer>>,
  more: Partial<RecordingOptions> = {},
) {
  const cwd = tempFolder(files);
  const onExec = (file: string, args: readonly string[]): ExecResult => {
    const answer = programs[file]?.(args) ?? new TsopError("exec/not-found", `cannot run ${file}: it is not installed`);
    if (answer instanceof TsopError) throw answer;
    const idFile = args[args.indexOf("--iidfile") + 1];
    if (args.includes("--iidfile") && idFile !== undefined) writeFileSync(path.join(cwd, idFile), id);
    return { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "", ...answer };
  };
  return recordingContext({ cwd, onExec, ...more });
}

export const works = (): Answer => ({});
/** Returns the data that tsop remembers of the last image. */
export const remembered = ({ cwd }: { cwd: string }): unknown =>
  JSON.parse(readFileSync(path.join(cwd, ".tsop/image.json"), "utf8"));
/** Returns the command lines of the container tools. */
export const executedBy = ({ recording }: ReturnType<typeof operator>) =>
  recording.executed
    .filter(({ file, args }) => file !== "git" && args[0] !== "version")
    .map(({ file, args }) => [file, ...args].join(" "));
/** Returns the same without the commands that look for the digest of the base image. */
export const commandsOf = (context: ReturnType<typeof operator>) =>
  executedBy(context).filter((command) => !/^\S+ (?:pull|inspect|image inspect|buildx imagetools) /.test(command));
