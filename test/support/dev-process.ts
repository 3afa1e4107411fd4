/** Runs the built command line as separate processes, in projects that use this checkout. */
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { barProject } from "./bar-project.js";
import { processesWith, Running } from "./shell.js";
import { tempFolder } from "./temp-folder.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
export const tsopProgram = path.join(checkout, "bin/tsop.js");

const startsHere = "// The reconciler starts here.";

export const controllerFile = "controllers/bar_controller.ts";
export const controllerText = `import { type Client, done, type Manager, type ReconcileContext, type ReconcileRequest } from "tsop";
import { Bar } from "../api/v1/bar_types.js";

export class BarReconciler {
  readonly #client: Client;
  constructor(client: Client) {
    this.#client = client;
  }
  async reconcile(request: ReconcileRequest, context: ReconcileContext) {
    const bar = await this.#client.get(Bar, request);
    context.log.info("version one", { replicas: bar?.spec.replicas });
    ${startsHere}
    return done();
  }
  setupWithManager(manager: Manager): void {
    manager.controller("bar").for(Bar).complete(this);
  }
}
`;

/** Returns the controller with this code in its reconciler. */
export function reconciling(code: string): string {
  return controllerText.replace(startsHere, code);
}

const startsMain = "// The operator starts here.";

export const mainText = `import { runManager } from "tsop";
import { BarReconciler } from "./controllers/bar_controller.js";

await runManager({ name: "demo", leaderElectionId: "demo.abc.com" }, (manager) => {
  ${startsMain}
  new BarReconciler(manager.client).setupWithManager(manager);
});
`;

/** Returns the main module with this code where the operator is set up. */
export function starting(code: string): string {
  return mainText.replace(startsMain, code);
}

const sample = `apiVersion: foo.abc.com/v1
kind: Bar
metadata:
  name: mine
spec:
  replicas: 2
`;

/** Creates a whole operator project with these files. */
export function operatorProject(files: Readonly<Record<string, string>> = {}): string {
  const folder = tempFolder({
    ...barProject,
    "package.json": '{ "name": "demo", "version": "0.1.0", "type": "module", "scripts": { "dev": "tsop dev" } }\n',
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext", "types": [] } }\n',
    "main.ts": mainText,
    [controllerFile]: controllerText,
    "config/samples/mine.yaml": sample,
    ...files,
  });
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(checkout, path.join(folder, "node_modules/tsop"), "junction");
  symlinkSync(tsopProgram, path.join(folder, "node_modules/.bin/tsop"));
  return folder;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The command to start. Default: Node with the built command line. */
  readonly command?: readonly [string, ...string[]];
}

/** Starts a command that keeps running; when the test ends, kills it and all processes that it started. */
export function startTsop(folder: string, args: readonly string[], { env, command }: StartOptions = {}): Running {
  const [file, ...given] = command ?? [process.execPath, tsopProgram, ...args];
  const clean = Object.keys(process.env).filter((name) => /^(npm_|VITEST|NODE_ENV|INIT_CWD|KUBECONFIG)/.test(name));
  const running = new Running(file, given, {
    cwd: folder,
    env: { ...Object.fromEntries(clean.map((name) => [name, undefined])), ...env },
  });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    for (const pid of processesOf(folder)) kill(pid);
    await running.exited;
  });
  return running;
}

/** Returns the processes of a project (on Linux): those that name its folder, or have it as their working directory. */
export function processesOf(folder: string): number[] {
  const naming = new Set(processesWith(`${folder}/`));
  return processesWith("").filter((pid) => naming.has(pid) || placeOf(pid) === folder);
}

function placeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ""; // it has exited in the meantime, or belongs to another user
  }
}

/** Returns the files that `tsop dev` stores in a project while it runs, and must remove when it ends. */
export function tracesIn(folder: string): string[] {
  const state = path.join(folder, ".tsop");
  const kept = ["place.json", "manifests.json", "cache"]; // for the next run
  return existsSync(state) ? readdirSync(state).filter((name) => !kept.includes(name)) : [];
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has exited in the meantime.
  }
}
