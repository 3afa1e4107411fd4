/** Flags of the commands that generate files, and what contradicts what among them. */
import path from "node:path";
import { TsopError } from "../core/errors.js";

/** Whether files are only looked at: `--diff` shows what changes, and writes nothing. */
export function isPreviewOf(options: {
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}): boolean {
  return options.check === true || options.dryRun === true || options.diff === true;
}

/** Two flags that cannot be given together; the first says why. */
export type Contradiction<Options> = readonly [keyof Options & string, keyof Options & string];

/** @throws TsopError `usage/invalid-argument` */
export function refuseContradictions<Options>(
  options: Options,
  contradictions: readonly Contradiction<Options>[],
  reasonOf: (option: keyof Options & string) => string,
): void {
  const isGiven = (option: keyof Options): boolean => options[option] !== undefined && options[option] !== false;
  for (const [one, other] of contradictions) {
    if (!isGiven(one) || !isGiven(other)) continue;
    const [first, second] = [flagOf(one), flagOf(other)];
    throw invalid(`${first} cannot be used with ${second}: ${reasonOf(one)}`, `Leave out ${first} or ${second}.`);
  }
}

/**
 * The place as the rest of tsop names it: relative to the project, with forward slashes, "" for the project itself.
 *
 * @throws TsopError `usage/invalid-argument`
 */
export function projectPath(flag: string, given: string, root: string, what: "folder" | "file"): string {
  if (given === "") throw invalid(`${flag} names no ${what}`, `For example: ${flag} ${examples[what]}`);
  const relative = path.relative(root, path.resolve(root, given));
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) {
    const hint = `Name a ${what} of the project, or print to the standard output with --stdout.`;
    throw invalid(`${flag} ${given} leads out of the project`, hint);
  }
  return relative.replaceAll(path.sep, "/");
}

const examples = { folder: "config", file: "dist/install.yaml" };

function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}
