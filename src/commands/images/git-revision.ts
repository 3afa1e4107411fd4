import type { Context } from "../context.js";

/** Hooks are programs that the repository provides. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
/** Settings that name programs, or other files with settings. */
const dangerous = String.raw`^(filter\.|diff\..*\.(command|textconv)|include|core\.worktree|extensions\.worktreeconfig)`;

/** Returns the commit of the working tree. Returns undefined without git, outside a repository, and with uncommitted changes. */
export async function gitRevision(context: Context): Promise<string | undefined> {
  const git = await openGit(context);
  const revision = await git?.("rev-parse", "HEAD");
  if (revision === undefined || !/^[0-9a-f]{40,64}$/.test(revision)) return undefined;
  return (await git?.("status", "--porcelain")) === "" ? revision : undefined;
}

/**
 * Returns the files with changes that are in no commit, relative to the folder. Returns none without git and outside a
 * repository.
 *
 * @param among - the files to look at. Default: all below the folder
 */
export async function uncommittedFiles(context: Context, among: readonly string[] = ["."]): Promise<string[]> {
  const git = await openGit(context);
  const paths = among.map((file) => `:(literal)${file}`);
  const text =
    (await git?.("-c", "status.relativePaths=true", "status", "--short", "--untracked-files=all", "--", ...paths)) ??
    "";
  return text.split("\n").flatMap((line) => {
    const [, file] = /^\s*\S{1,2} (.+)$/.exec(line) ?? [];
    return file === undefined ? [] : [file];
  });
}

/** Runs a command of git, and returns what it prints. Returns undefined if it fails. */
type Git = (...args: string[]) => Promise<string | undefined>;

/** Returns undefined for a repository from an archive: its own configuration can name programs to run on every file. */
async function openGit({ exec, cwd, env, signal }: Context): Promise<Git | undefined> {
  const git: Git = async (...args) => {
    try {
      const { exitCode, stdout } = await exec("git", [...harmless, ...args], { cwd, env, signal });
      return exitCode === 0 ? stdout.trim() : undefined;
    } catch {
      return undefined; // git is not installed, and no command needs it
    }
  };
  const settings = await git("config", "--local", "--name-only", "--get-regexp", dangerous);
  return settings === undefined ? git : undefined;
}
