import type { Context } from "../context.js";

/** Hooks are programs of the repository. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
/** Settings that name programs, or other files with settings. */
const dangerous = String.raw`^(filter\.|diff\..*\.(command|textconv)|include|core\.worktree|extensions\.worktreeconfig)`;

/** The commit that the working tree is, if it is one; undefined without git, in no repository, and with changes. */
export async function gitRevision({ exec, cwd, env, signal }: Context): Promise<string | undefined> {
  const git = async (...args: string[]): Promise<string | undefined> => {
    try {
      const { exitCode, stdout } = await exec("git", [...harmless, ...args], { cwd, env, signal });
      return exitCode === 0 ? stdout.trim() : undefined;
    } catch {
      return undefined; // a label less; git is nothing that an image needs
    }
  };
  // A repository that came in an archive has a configuration of its own, which can name programs to be run on every file.
  if ((await git("config", "--local", "--name-only", "--get-regexp", dangerous)) !== undefined) return undefined;
  const revision = await git("rev-parse", "HEAD");
  if (revision === undefined || !/^[0-9a-f]{40,64}$/.test(revision)) return undefined;
  return (await git("status", "--porcelain")) === "" ? revision : undefined;
}
