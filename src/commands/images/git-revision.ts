import type { Context } from "../context.js";

/** Hooks are programs that the repository provides. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
/** Settings that name programs, or other files with settings. */
const dangerous = String.raw`^(filter\.|diff\..*\.(command|textconv)|include|core\.worktree|extensions\.worktreeconfig)`;

/** Returns the commit of the working tree. Returns undefined without git, outside a repository, and with uncommitted changes. */
export async function gitRevision({ exec, cwd, env, signal }: Context): Promise<string | undefined> {
  const git = async (...args: string[]): Promise<string | undefined> => {
    try {
      const { exitCode, stdout } = await exec("git", [...harmless, ...args], { cwd, env, signal });
      return exitCode === 0 ? stdout.trim() : undefined;
    } catch {
      return undefined; // the image has one label fewer; it does not need git
    }
  };
  // A repository from an archive has its own configuration, which can name programs to run on every file.
  if ((await git("config", "--local", "--name-only", "--get-regexp", dangerous)) !== undefined) return undefined;
  const revision = await git("rev-parse", "HEAD");
  if (revision === undefined || !/^[0-9a-f]{40,64}$/.test(revision)) return undefined;
  return (await git("status", "--porcelain")) === "" ? revision : undefined;
}
