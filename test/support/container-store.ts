import { spawnSync } from "node:child_process";
import path from "node:path";
import { onTestFinished } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { tempFolder, writeFiles } from "./temp-folder.js";

/** Returns whether podman or buildah is installed and works. */
export function isThere(tool: string): boolean {
  return spawnSync(tool, ["version"]).status === 0;
}

export interface ContainerStore {
  /** The environment for processes that run the tool. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: (...args: readonly string[]) => Promise<string>;
}

/** Creates a separate image store for podman or buildah, which is removed after the test. */
export function containerStore(tool: string): ContainerStore {
  const folder = tempFolder();
  const conf = path.join(folder, "storage.conf");
  const [graph, runtime] = [path.join(folder, "graph"), path.join(folder, "run")];
  writeFiles(folder, { "storage.conf": `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${runtime}"\n` });
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: conf, STORAGE_DRIVER: "vfs" };
  // Not synchronously: the test's registry runs in this process.
  const run = async (...args: readonly string[]): Promise<string> => {
    const { signal } = new AbortController();
    const { exitCode, stdout, stderr } = await exec(tool, args, { env, cwd: folder, signal });
    if (exitCode !== 0) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  onTestFinished(() => void spawnSync(tool, ["rmi", "--all", "--force"], { env }));
  return { env, run };
}
