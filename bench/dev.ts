import { setTimeout as delay } from "node:timers/promises";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Benchmark, Figures } from "./harness/benchmark.js";
import type { NodeProgram } from "./harness/nodes.js";
import { bareNode, thisNode, tsop, tsopProgram } from "./timed.js";

const root = fileURLToPath(new URL("..", import.meta.url));

const rows = {
  first: "dev-first",
  firstCold: "dev-first-cold",
  reload: "dev-reload",
  crd: "dev-crd",
} as const;

/**
 * Measures the waiting times of a developer with `tsop dev`. On test machines, ten times the start of Node is about one
 * second.
 */
export const dev: Benchmark = {
  peer: "node -e 0",
  rows: [
    { name: rows.first, work: "tsop dev of a scaffold to the first reconcile", reach: 20, unit: "ms" },
    { name: rows.firstCold, work: "the same with empty caches, as after an installation", reach: 40, unit: "ms" },
    { name: rows.reload, work: "a save of a controller to a reconcile of the new one", reach: 10, unit: "ms" },
    { name: rows.crd, work: "a save of a type to its CRD in the server", reach: 10, unit: "ms" },
  ],
  isPeerOnNode: true,
  setUp: (folder) => {
    const project = scaffold(folder);
    const sources = ["controllers/bar_controller.ts", "api/v1/bar_types.ts"].map((file) => path.join(project, file));
    const asScaffolded = sources.map((file) => readFileSync(file, "utf8"));
    let saves = 0;
    return Promise.resolve({
      ours: async (node): Promise<Figures> => {
        sources.forEach((file, index) => writeFileSync(file, asScaffolded[index] ?? ""));
        const cold = await Session.start(node, project, mkdtempSync(path.join(folder, "cache-")));
        const firstCold = await cold.until(/^first reconcile/);
        await cold.stop();
        const session = await Session.start(node, project, path.join(folder, `cache-${node.version}`));
        const first = await session.until(/^first reconcile/);
        saves += 1;
        const reload = await session.save(
          "controllers/bar_controller.ts",
          /"reconciling.*?"/,
          `"reconciling ${saves}"`,
          {
            until: /^first reconcile .* after the save/,
          },
        );
        const field = `more${saves}?: string;`;
        const crd = await session.save("api/v1/bar_types.ts", /BarSpec \{/, `BarSpec {\n  ${field}`, {
          until: /^bars\.foo\.abc\.com /,
        });
        await session.stop();
        return { [rows.first]: first, [rows.firstCold]: firstCold, [rows.reload]: reload, [rows.crd]: crd };
      },
      theirs: (node): Figures => {
        const took = bareNode(node, folder);
        return { [rows.first]: took, [rows.firstCold]: took, [rows.reload]: took, [rows.crd]: took };
      },
    });
  },
};

/** Scaffolds a project with one kind, and installs this checkout in it. */
function scaffold(folder: string): string {
  const project = path.join(folder, "operator-demo");
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  tsop(thisNode, ["init", "--domain", "abc.com", "--tsop", "0.1.0", "--no-install"], project);
  tsop(thisNode, ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], project);
  symlinkSync(root, path.join(project, "node_modules/tsop"), "junction");
  return project;
}

/** A running `tsop dev`. */
class Session {
  readonly #project: string;
  readonly #child: ChildProcess;
  readonly #messages: string[] = [];
  #from = performance.now();
  #wake: () => void = () => undefined;

  private constructor(node: NodeProgram, project: string, cache: string) {
    this.#project = project;
    this.#child = spawn(node.file, [tsopProgram, "--output", "json", "dev"], {
      cwd: project,
      env: { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: cache, NODE_OPTIONS: "" },
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  static async start(node: NodeProgram, project: string, cache: string): Promise<Session> {
    rmSync(path.join(project, ".tsop"), { recursive: true, force: true });
    const session = new Session(node, project, cache);
    const { stdout } = session.#child;
    if (stdout === null) throw new Error("no output");
    createInterface(stdout).on("line", (line) => {
      const { from, msg } = JSON.parse(line) as { readonly from?: string; readonly msg?: string };
      if (from === "tsop" && msg !== undefined) session.#messages.push(msg);
      session.#wake();
    });
    session.#child.once("exit", () => session.#wake());
    await once(session.#child, "spawn");
    return session;
  }

  /** Returns the milliseconds from the start or the last save until the message appears. */
  async until(message: RegExp): Promise<number> {
    while (!this.#messages.some((each) => message.test(each))) {
      if (this.#child.exitCode !== null) throw new Error(`tsop dev has ended: ${this.#messages.join("\n")}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return performance.now() - this.#from;
  }

  async save(file: string, what: RegExp, by: string, { until: message }: { readonly until: RegExp }): Promise<number> {
    const place = path.join(this.#project, file);
    const text = readFileSync(place, "utf8");
    if (!what.test(text)) throw new Error(`${file} has no ${String(what)}`);
    await this.#settle();
    this.#messages.length = 0;
    this.#from = performance.now();
    writeFileSync(place, text.replace(what, by));
    return this.until(message);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }

  /** Waits before the next save: a person does not save immediately after the response to the last save. */
  #settle(): Promise<void> {
    return delay(1_500);
  }
}
