/** Reads files of a commit. */
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { Context } from "./context.js";

/** Hooks are programs that the repository provides. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

const repair = "Run `git fsck`, or name a file instead.";

export const yamlFile = /\.ya?ml$/;

export interface GitFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns a file of a commit, to the byte; undefined if the commit does not have it.
 *
 * @throws TsopError as {@link openCommit}
 */
export async function gitFile(ref: string, file: string, context: Context): Promise<string | undefined> {
  return textOf(await resolve(ref, context), file, context);
}

/** The files of a commit below the folder of the command. */
export interface Commit {
  readonly paths: ReadonlySet<string>;
  /** Reads the text of a file, for {@link Commit.read}. */
  load(file: string): Promise<void>;
  /** Returns the text of a loaded file, an empty text for another file, and undefined if the commit does not have it. */
  read(file: string): string | undefined;
  /** Returns the files of a folder (empty: of all folders) with such names; none if the commit does not have the folder. */
  files(folder: string, wanted: RegExp): Promise<GitFile[]>;
}

/**
 * Opens a commit. Reads the stored bytes: no filter and no text conversion of the repository runs.
 *
 * @throws TsopError `api/unreadable` if git is missing, if this is no repository, or if it has no such commit; from its methods,
 * if git has lost a file of the commit
 */
export async function openCommit(ref: string, context: Context): Promise<Commit> {
  const commit = await resolve(ref, context);
  const listed = await git(context, ["ls-tree", "-r", "-z", "--name-only", commit, "--", "."]);
  const paths = new Set(listed.split("\0").filter(Boolean));
  const texts = new Map<string, string>();
  const load = async (file: string): Promise<void> => {
    if (!paths.has(file) || texts.has(file)) return;
    const text = await textOf(commit, file, context);
    if (text === undefined) throw unreadable(`git cannot read ${file} of ${ref}`, repair);
    texts.set(file, text);
  };
  const read = (file: string): string | undefined => (paths.has(file) ? (texts.get(file) ?? "") : undefined);
  const files = async (folder: string, wanted: RegExp): Promise<GitFile[]> => {
    const names = [...paths].filter((path) => wanted.test(path) && (folder === "" || path.startsWith(`${folder}/`)));
    for (const name of names) await load(name);
    return names.map((path) => ({ path, text: read(path) ?? "" }));
  };
  return { paths, load, read, files };
}

async function textOf(commit: string, file: string, context: Context): Promise<string | undefined> {
  // Other forms do not show whether the file ends with a line break: exec removes the last one.
  const { exitCode, stdout } = await run(context, ["cat-file", "--batch"], `${commit}:./${file}\n`);
  const [header] = /^[0-9a-f]{40,64} blob \d+\n/.exec(stdout) ?? [];
  return exitCode === 0 && header !== undefined ? stdout.slice(header.length) : undefined;
}

async function resolve(ref: string, context: Context): Promise<string> {
  // git would take a leading hyphen for an option.
  if (ref === "" || ref.startsWith("-")) {
    throw new TsopError("usage/invalid-argument", `git:${ref} names no commit`, {
      hint: "For example: git:HEAD, git:v1.2.0",
    });
  }
  const { exitCode, stdout } = await run(context, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
  const commit = stdout.trim();
  if (exitCode === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  const inside = await run(context, ["rev-parse", "--is-inside-work-tree"]);
  if (inside.exitCode !== 0) {
    throw unreadable(
      `${context.cwd} is not in a git repository`,
      "Name a file, or compare with a cluster: --from-cluster.",
    );
  }
  const named = await run(context, [
    "for-each-ref",
    "--format=%(refname:short)",
    "refs/heads",
    "refs/tags",
    "refs/remotes",
  ]);
  const near = nearest(ref, ["HEAD", ...named.stdout.split("\n").filter(Boolean)]);
  const fetch = "In CI, fetch it first: a shallow clone contains one commit only (actions/checkout: `fetch-depth: 0`).";
  const hint = near === undefined ? fetch : `Did you mean git:${near}? ${fetch}`;
  throw unreadable(`the git repository has no commit ${ref}`, hint);
}

async function git(context: Context, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(context, args);
  if (exitCode === 0) return stdout;
  throw unreadable(`git ${args[0] ?? ""} failed: ${stderr.trim()}`, repair);
}

function run(
  { exec, cwd, env, signal }: Context,
  args: readonly string[],
  input?: string,
): ReturnType<Context["exec"]> {
  return exec("git", [...harmless, ...args], { cwd, env, signal, ...(input === undefined ? {} : { input }) });
}

function unreadable(message: string, hint: string): TsopError {
  return new TsopError("api/unreadable", message, { hint });
}
