import { randomBytes } from "node:crypto";
import path from "node:path";
import { describe, inject } from "vitest";
import { assetsFolder } from "../control-plane.js";
import { run } from "../shell.js";
import type { NodeSettings } from "./setup.js";

/** A cluster that runs pods, which all tests share, possibly with other users' tests. */
export interface NodeCluster extends NodeSettings {
  /** The kubectl program, for commands that keep running. */
  readonly kubectlProgram: string;
  /** Runs kubectl as administrator, with `input` on its standard input. Rejects, with its output, if it fails. */
  readonly kubectl: (args: readonly string[], input?: string) => Promise<string>;
}

/** Like `describe`, but skips the tests, with the reason, if the environment names no cluster with a node. */
export function describeNode(name: string, body: (cluster: NodeCluster) => void): void {
  describeWith(describe, name, body);
}

/** Runs the tests concurrently: each has its own project. */
describeNode.concurrent = (name: string, body: (cluster: NodeCluster) => void): void =>
  describeWith(describe.concurrent, name, body);

function describeWith(
  suite: typeof describe | typeof describe.concurrent,
  name: string,
  body: (cluster: NodeCluster) => void,
): void {
  const provided = inject("node");
  if ("missing" in provided) {
    const reason = `needs a cluster with a node: ${provided.missing.join(", ")}`;
    describe.skip(`${name} (${reason})`, () => {
      const unavailable = (): never => {
        throw new Error(reason);
      };
      body({ kubeconfig: "", registry: "", baseImage: "", kubectlProgram: "", kubectl: unavailable });
    });
    return;
  }
  const { kubeconfig } = provided;
  const program = assetsFolder === undefined ? "kubectl" : path.join(assetsFolder, "kubectl");
  const kubectl = async (args: readonly string[], input?: string): Promise<string> => {
    const options = { cwd: "/", ...(input === undefined ? {} : { input }) };
    const { code, stdout, stderr } = await run(program, ["--kubeconfig", kubeconfig, ...args], options);
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  suite(name, () => body({ ...provided, kubectlProgram: program, kubectl }));
}

/** Returns a name that is unique in the cluster, also among earlier runs. */
export function uniqueName(word: string): string {
  return `${word}-${randomBytes(3).toString("hex")}`;
}
