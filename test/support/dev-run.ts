import { vi } from "vitest";
import { startApiServer } from "../../src/apiserver/start-api-server.js";
import type { CommandResult, RunningProcess, StartProcess } from "../../src/commands/context.js";
import { dev } from "../../src/commands/dev/dev.js";
import type { ChangeSource } from "../../src/commands/file-changes.js";
import type { DevOptions } from "../../src/commands/declared/run.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { TsopError } from "../../src/core/errors.js";
import { barProject } from "./bar-project.js";
import { recordingContext } from "./recording-context.js";
import { rmSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder, writeFiles } from "./temp-folder.js";

/** A process that `tsop dev` started, and that the test simulates. */
export interface PlayedProcess {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The main module that it runs. */
  main: string | undefined;
  readonly signals: string[];
  /** Whether it ignores `SIGTERM`. Default: it ends. */
  ignoresTerm: boolean;
  print(line: string): void;
  end(how: string): void;
}

/** A package without behavior: the test checks how its bundle is run. */
const library = {
  "node_modules/tsop/package.json":
    '{ "name": "tsop", "type": "module", "exports": { ".": "./index.js", "./apiserver": "./index.js" } }',
  "node_modules/tsop/index.js":
    "export const defineKind = () => ({}); export const runManager = () => {}; export const done = () => ({});",
};

export const controller = `import { Bar } from "../api/v1/bar_types.js";
/** @rbac groups=foo.abc.com resources=bars verbs=get;list;watch */
export const reconcile = () => [Bar, "first"];
`;

export const devProject: Readonly<Record<string, string>> = {
  ...barProject,
  ...library,
  "main.ts":
    'import { runManager } from "tsop";\nimport { reconcile } from "./controllers/bar_controller.js";\nrunManager(reconcile);\n',
  "controllers/bar_controller.ts": controller,
  "config/samples/mine.yaml": sample("mine", 2),
};

export function sample(name: string, replicas: number | string): string {
  return `apiVersion: foo.abc.com/v1\nkind: Bar\nmetadata:\n  name: ${name}\nspec:\n  replicas: ${replicas}\n`;
}

/** Runs `tsop dev` in a project, on the embedded server; the test replaces the editor and the operator. */
export class DevRun {
  readonly cwd: string;
  readonly processes: PlayedProcess[] = [];
  readonly ended: Promise<CommandResult>;
  readonly #context: ReturnType<typeof recordingContext>;
  readonly #stop = new AbortController();
  #announce: (file: string) => void = () => undefined;
  #client: HttpClient | undefined;

  constructor(files: Readonly<Record<string, string>> = devProject, options: Partial<DevOptions> = {}) {
    this.cwd = tempFolder(files);
    this.#context = recordingContext({ cwd: this.cwd, signal: this.#stop.signal, startProcess: this.#startProcess });
    const changes: ChangeSource = {
      open: (onChange) => {
        this.#announce = onChange;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    this.ended = dev({ args: [], ...options }, this.#context, { startApiServer, changes });
    this.ended.catch(() => undefined); // each test checks it itself
    onTestFinished(async () => {
      this.#client?.close();
      for (const each of this.processes) each.ignoresTerm = false;
      this.stop();
      await this.ended.catch(() => undefined);
    });
  }

  /** The whole output, in order within each stream. */
  get text(): string {
    const { lines, notes, reports, warnings } = this.#context.recording;
    const failures = reports.map((each) => (each instanceof TsopError ? failureText(each) : each.text));
    return [...lines, ...notes, ...failures, ...warnings].join("\n");
  }

  said(text: string, times = 1): Promise<void> {
    return vi.waitFor(
      () => {
        const count = this.text.split(text).length - 1;
        if (count < times) throw new Error(`"${text}" was said ${count} times, not ${times}:\n${this.text}`);
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  /** Waits for the `count`th operator, and returns it. */
  operator(count: number): Promise<PlayedProcess> {
    return vi.waitFor(
      () => {
        const found = this.processes.filter(({ main }) => main !== undefined)[count - 1];
        if (found === undefined) throw new Error(`${count} operators were not started:\n${this.text}`);
        return found;
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  /** The number of started operators. */
  get operators(): number {
    return this.processes.filter(({ main }) => main !== undefined).length;
  }

  save(files: Readonly<Record<string, string>>): void {
    writeFiles(this.cwd, files);
    for (const file of Object.keys(files)) this.#announce(file);
  }

  remove(file: string): void {
    rmSync(path.join(this.cwd, file));
    this.#announce(file);
  }

  /** Notifies `tsop dev` of a changed file. */
  announce(file: string): void {
    this.#announce(file);
  }

  stop(): void {
    this.#stop.abort("SIGINT");
  }

  /** Returns a client for the kubeconfig that `tsop dev` wrote. */
  async client(): Promise<HttpClient> {
    const kubeconfig = path.join(this.cwd, ".tsop/kubeconfig");
    return (this.#client ??= createLiveClient(await loadKubeConfig({ env: {}, kubeconfig })));
  }

  readonly #startProcess: StartProcess = (_file, args, { env, onLine }): RunningProcess => {
    let end: (how: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (end = resolve));
    const played: PlayedProcess = {
      args,
      env,
      main: undefined,
      signals: [],
      ignoresTerm: false,
      print: onLine,
      end,
    };
    this.processes.push(played);
    return {
      ended,
      signal: (name) => {
        played.signals.push(name);
        if (name === "SIGKILL" || !played.ignoresTerm) end(name);
      },
      send: (line) => {
        played.main = line;
      },
    };
  };
}

function failureText({ code, message, at, diagnostics }: TsopError): string {
  const all = diagnostics.length > 0 ? diagnostics : [{ code, message, ...(at === undefined ? {} : { at }) }];
  return all.map((each) => `${each.at?.file ?? ""}:${each.at?.line ?? ""} ${each.code} ${each.message}`).join("\n");
}
