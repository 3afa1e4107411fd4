import { spawnSync } from "node:child_process";
import path from "node:path";
import { onTestFinished } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { tempFolder, writeFiles } from "./temp-folder.js";

/** Whether podman or buildah is there, and does what it is asked. */
export function isThere(tool: string): boolean {
  return spawnSync(tool, ["version"]).status === 0;
}

export interface ContainerStore {
  /** For whoever runs the tool. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: (...args: readonly string[]) => Promise<string>;
}

/** A store of podman's and buildah's own images that is gone after the test. */
export function containerStore(tool: string): ContainerStore {
  const folder = tempFolder();
  const conf = path.join(folder, "storage.conf");
  const [graph, runtime] = [path.join(folder, "graph"), path.join(folder, "run")];
  writeFiles(folder, { "storage.conf": `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${runtime}"\n` });
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: conf, STORAGE_DRIVER: "vfs" };
  // Not synchronously: the registry of a test is in this process.
  const run = async (...args: readonly string[]): Promise<string> => {
    const { signal } = new AbortController();
    const { exitCode, stdout, stderr } = await exec(tool, args, { env, cwd: folder, signal });
    if (exitCode !== 0) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  onTestFinished(() => void spawnSync(tool, ["rmi", "--all", "--force"], { env }));
  return { env, run };
}
