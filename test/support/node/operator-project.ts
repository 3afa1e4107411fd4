/** A separate project for a test, created by the built command line, with a typical operator. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Finished, run } from "../shell.js";
import { barController, barTypes } from "./bar-operator.js";
import { removeImages } from "./image.js";
import { type NodeCluster, uniqueName } from "./node-cluster.js";

const checkout = fileURLToPath(new URL("../../..", import.meta.url));

export interface OperatorProject {
  readonly folder: string;
  readonly name: string;
  /** The namespace that the operator runs in. */
  readonly namespace: string;
  /** API group of Bar. */
  readonly group: string;
  /** Runs `npx tsop …` in the project, on the cluster. */
  tsop(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>;
  read(file: string): string;
  write(file: string, content: string): void;
  /** Saves the project's files, to restore them later. */
  snapshot(): { restore(): void };
  /** Builds the operator, which writes this version into its ConfigMaps, and pushes its image. */
  pushVersion(version: string, controller?: string): Promise<string>;
  /** Deploys, and fails the test if that fails. */
  deploy(...args: readonly string[]): Promise<string>;
  /** Creates Bars with these names and texts in a namespace. */
  applyBars(namespace: string, texts: Readonly<Record<string, string>>): Promise<void>;
  /** The Bars of a namespace, by name. */
  bars(namespace: string): Promise<ReadonlyMap<string, Bar>>;
  /** Returns the logs of the operator's current pods. */
  log(): Promise<string>;
  /** Removes everything that is left of the project. */
  remove(): Promise<void>;
}

export interface Bar {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly text?: string };
  readonly status?: { readonly text?: string };
}

/** Scaffolds the project: init with an API, and a working reconciler. `tsop deploy` and `pushVersion` generate its manifests. */
export async function createOperatorProject(cluster: NodeCluster, word: string): Promise<OperatorProject> {
  const name = uniqueName(word);
  const folder = mkdtempSync(path.join(os.tmpdir(), `tsop-${name}-`));
  const group = `foo.${name}.abc.com`;
  const namespace = `${name}-system`;
  const { kubectl } = cluster;
  const tsop: OperatorProject["tsop"] = (args, env = {}) =>
    run(process.execPath, [path.join(checkout, "bin/tsop.js"), ...args], {
      cwd: folder,
      // As on an author's machine: in CI, tsop remembers nothing.
      env: { CI: undefined, IMG: undefined, KUBECONFIG: cluster.kubeconfig, ...env },
    });
  const ok = async (...args: readonly string[]): Promise<string> => succeeded(await tsop(args), args);
  const write: OperatorProject["write"] = (file, content) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  const init = ["init", "--domain", `${name}.abc.com`, "--project-name", name, "--license", "none"];
  const api = ["--create-api", "--group", "foo", "--version", "v1", "--kind", "Bar"];
  await ok(...init, ...api, "--tsop", "1", "--no-install"); // to pack the checkout would take longer than the rest
  // Like `npm install`, but faster.
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(checkout, path.join(folder, "node_modules/tsop"));
  write("api/v1/bar_types.ts", barTypes(group));
  write("controllers/bar_controller.ts", barController(group, "unversioned"));
  const images: string[] = [];
  const copies: string[] = [];
  return {
    ...{ folder, name, namespace, group, tsop, write },
    read: (file) => readFileSync(path.join(folder, file), "utf8"),
    snapshot: () => {
      const isSource = (file: string): boolean => !file.includes("node_modules");
      const kept = `${folder}-${uniqueName("kept")}`;
      cpSync(folder, kept, { recursive: true, filter: isSource });
      copies.push(kept);
      return {
        restore: () => {
          for (const name of readdirSync(folder).filter(isSource)) rmSync(path.join(folder, name), { recursive: true });
          cpSync(kept, folder, { recursive: true });
        },
      };
    },
    pushVersion: async (version, controller = barController(group, version)) => {
      write("controllers/bar_controller.ts", controller);
      await ok("manifests");
      const image = `${cluster.registry}/${name}:${version}`;
      // Looking for layers of earlier builds fails if another test removes its images in the meantime.
      await ok("docker-build", "--img", image, "--base-image", cluster.baseImage, "--tls-verify=false", "--no-cache");
      await ok("docker-push", "--tls-verify=false");
      images.push(image);
      return image;
    },
    deploy: (...args) => ok("deploy", "--yes", ...args),
    applyBars: async (place, texts) => {
      const items = Object.entries(texts).map(([bar, text]) => ({
        apiVersion: `${group}/v1`,
        kind: "Bar",
        metadata: { name: bar, namespace: place },
        spec: { text },
      }));
      await kubectl(["apply", "--server-side", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    },
    bars: async (place) => {
      const text = await kubectl(["get", `bars.${group}`, "-n", place, "-o", "json"]);
      const { items } = JSON.parse(text) as { items: Bar[] };
      return new Map(items.map((bar) => [bar.metadata.name, bar]));
    },
    log: () =>
      kubectl(["logs", "-n", namespace, "-l", "control-plane=controller-manager", "--tail=-1", "--ignore-errors"]),
    remove: async () => {
      await tsop(["undeploy", "--yes", "--delete-data", "--timeout", "60s"]);
      await removeImages(images);
      for (const each of [folder, ...copies]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** Returns the stdout of a command; throws an error with its whole output if it failed. */
export function succeeded({ code, stdout, stderr }: Finished, args: readonly string[] = []): string {
  if (code !== 0) throw new Error(`tsop ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}
