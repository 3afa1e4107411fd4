import type { Context } from "../context.js";

/** The commit that the working tree is, if it is one; undefined without git, in no repository, and with changes. */
export async function gitRevision({ exec, cwd, env, signal }: Context): Promise<string | undefined> {
  const git = async (...args: string[]): Promise<string | undefined> => {
    try {
      const { exitCode, stdout } = await exec("git", args, { cwd, env, signal });
      return exitCode === 0 ? stdout.trim() : undefined;
    } catch {
      return undefined; // a label less; git is nothing that an image needs
    }
  };
  const revision = await git("rev-parse", "HEAD");
  if (revision === undefined || !/^[0-9a-f]{40,64}$/.test(revision)) return undefined;
  return (await git("status", "--porcelain")) === "" ? revision : undefined;
}
