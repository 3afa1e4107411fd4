/** Runs validators that are programs, with the protocol of operator-sdk: the folder as argument, JSON on stdout. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../../../core/errors.js";
import { readExternalResult } from "../../../olm/validate/external-result.js";
import type { Finding } from "../../../olm/validate/validate-bundle.js";
import type { Context, FilterResult } from "../../context.js";
import type { BundleSource } from "../bundle-source.js";

const limitMs = 10 * 60_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * @param list - the paths of the programs, separated like those in PATH
 * @throws TsopError `exec/not-found` and `bundle/validator-failed` for a program that does not validate
 */
export async function runExternalValidators(
  list: string,
  source: BundleSource,
  context: Context,
): Promise<readonly Finding[]> {
  const programs = list.split(path.delimiter).filter((each) => each.trim() !== "");
  return inFolder(source, context, async (folder) => {
    const findings: Finding[] = [];
    for (const program of programs) findings.push(...(await runValidator(program, folder, source.shown, context)));
    return findings;
  });
}

/** Passes the folder of the bundle. Writes the files of an image into a folder that it deletes. */
async function inFolder<T>(
  { files, shown, image }: BundleSource,
  { cwd, atExit }: Context,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  if (image === undefined) return action(path.resolve(cwd, shown));
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-bundle-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = atExit(remove);
  try {
    for (const [name, content] of files) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return await action(folder);
  } finally {
    forget();
    remove();
  }
}

async function runValidator(program: string, folder: string, shown: string, context: Context): Promise<Finding[]> {
  const { cwd, env, signal, output } = context;
  const file = program.includes(path.sep) ? path.resolve(cwd, program) : program;
  const result = await context.runFilter(file, { args: [folder], cwd, env, input: "", limitMs, mostBytes, signal });
  const errors = result.stderr.trim();
  const fault = faultOf(result);
  if (fault !== undefined) throw failed(program, errors === "" ? fault : `${fault}: ${errors}`);
  if (errors !== "") output.note(`${program}: ${errors}`);
  const found = readExternalResult(result.stdout);
  if (typeof found === "string") throw failed(program, found);
  return found.map(({ severity, message }) => ({
    ...{ validator: program, rule: path.basename(program), severity, isOwn: false, message },
    at: { file: shown },
    hint: "See the documentation of this validator.",
  }));
}

function failed(program: string, fault: string): TsopError {
  return new TsopError("bundle/validator-failed", `the external validator ${program} failed: ${fault}`, {
    hint: "It must exit with 0 and print a ManifestResult of operator-framework/api as JSON, also if the bundle is not valid.",
  });
}

function faultOf({ end }: FilterResult): string | undefined {
  switch (end.kind) {
    case "late":
      return `it did not end within ${limitMs / 60_000} minutes`;
    case "too-large":
      return `it printed more than ${mostBytes / 1024 / 1024} MiB`;
    case "not-started":
      return `it cannot run: ${end.reason}`;
    case "signal":
      return `it was ended by ${end.signal}`;
    case "exit":
      return end.code === 0 ? undefined : `it ended with exit status ${end.code}`;
  }
}
