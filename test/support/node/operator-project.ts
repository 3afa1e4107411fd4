/** A project of its own for a test, made by the built command line, whose operator does what most operators do. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Finished, run } from "../shell.js";
import { barController, barTypes } from "./bar-operator.js";
import { pushImage } from "./image.js";
import { type NodeCluster, uniqueName } from "./node-cluster.js";

const checkout = fileURLToPath(new URL("../../..", import.meta.url));

export interface OperatorProject {
  readonly folder: string;
  readonly name: string;
  /** Where the operator runs. */
  readonly namespace: string;
  /** API group of Bar. */
  readonly group: string;
  /** `npx tsop …` in the project, on the cluster. */
  tsop(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>;
  read(file: string): string;
  write(file: string, content: string): void;
  /** Builds the operator, whose ConfigMaps say that this version has made them, and pushes its image. */
  pushVersion(version: string): Promise<string>;
  remove(): void;
}

/** Scaffolds it: init, create api, a reconciler that works, manifests. */
export async function createOperatorProject(cluster: NodeCluster, word: string): Promise<OperatorProject> {
  const name = uniqueName(word);
  const folder = mkdtempSync(path.join(os.tmpdir(), `tsop-${name}-`));
  const group = `foo.${name}.abc.com`;
  const tsop: OperatorProject["tsop"] = (args, env = {}) =>
    run(process.execPath, [path.join(checkout, "bin/tsop.js"), ...args], {
      cwd: folder,
      env: { IMG: undefined, KUBECONFIG: cluster.kubeconfig, ...env },
    });
  const ok = async (...args: readonly string[]): Promise<void> => void succeeded(await tsop(args), args);
  const write: OperatorProject["write"] = (file, content) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  await ok("init", "--domain", `${name}.abc.com`, "--project-name", name, "--license", "none", "--no-install");
  // As `npm install` would have it, without the time that takes.
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(checkout, path.join(folder, "node_modules/tsop"));
  await ok("create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar");
  write("api/v1/bar_types.ts", barTypes(group));
  write("controllers/bar_controller.ts", barController(group, "unversioned"));
  await ok("manifests");
  return {
    folder,
    name,
    namespace: `${name}-system`,
    group,
    tsop,
    write,
    read: (file) => readFileSync(path.join(folder, file), "utf8"),
    pushVersion: async (version) => {
      write("controllers/bar_controller.ts", barController(group, version));
      await ok("build");
      return pushImage(cluster, folder, `${name}:${version}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What it printed on stdout; throws all of it when it has failed. */
export function succeeded({ code, stdout, stderr }: Finished, args: readonly string[] = []): string {
  if (code !== 0) throw new Error(`tsop ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}
