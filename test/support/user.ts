import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { type Finished, run, Running, succeed } from "./shell.js";

/** A user with a shell, an initially empty npm cache, and the packed tarball. */
export class User {
  /** The empty folder in which the user starts. */
  readonly folder: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>> = {}) {
    this.folder = mkdtempSync(path.join(os.tmpdir(), "tsop-e2e-"));
    this.#env = {
      // One for each worker: in a common cache, two `npx` would write the same folder.
      npm_config_cache: path.join(inject("npmCache"), process.env["VITEST_POOL_ID"] ?? ""),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
      // The environment of this test run must not affect the user's npm.
      ...Object.fromEntries(
        Object.keys(process.env)
          .filter((name) => /^(npm_(lifecycle|package)|VITEST|NODE_ENV|INIT_CWD)/.test(name))
          .map((name) => [name, undefined]),
      ),
      CI: undefined,
      ...env,
    };
  }

  /** Runs `npx --package TARBALL tsop …`, as in a folder without tsop. */
  tsopFromTarball(args: readonly string[], cwd = this.folder): Promise<Finished> {
    return run("npx", ["--yes", "--package", inject("tarball"), "tsop", ...args], { cwd, env: this.#env });
  }

  /** Runs `npx tsop …` in a project. */
  npxTsop(args: readonly string[], cwd = this.folder): Promise<Finished> {
    return run("npx", ["tsop", ...args], { cwd, env: this.#env });
  }

  /** Runs `npm` with these arguments, which must succeed. */
  npm(args: readonly string[], cwd = this.folder): Promise<string> {
    return succeed("npm", args, { cwd, env: this.#env });
  }

  run(file: string, args: readonly string[], cwd = this.folder): Promise<Finished> {
    return run(file, args, { cwd, env: this.#env });
  }

  /** Starts a program that keeps running. */
  start(file: string, args: readonly string[], cwd = this.folder): Running {
    return new Running(file, args, { cwd, env: this.#env });
  }

  leave(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
