/** Takes the steps of the tutorial, as its reader does. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { linesOutside, sectionOf } from "../includes.js";
import { type Finished, run, Running } from "../shell.js";
import { eventually } from "../eventually.js";
import { endOf, isShown, masked } from "./output.js";
import type { Step } from "./steps.js";

const checkout = fileURLToPath(new URL("../../..", import.meta.url));
const tsop = path.join(checkout, "bin/tsop.js");

/** Commands that keep running, in the first terminal of the reader. */
const isLasting = /^npm run dev\b/;
/** Commands that only read: what they show may come a moment later. */
const isRead = /^(?:kubectl (?:get|explain|events|describe)|curl)\b/;
/** Commands that later commands of the same terminal depend on. */
const isSetting = /^(?:cd|export)\b/;
/** The first words of a message with which a command fails. */
const isFailure = /^(?:The |Error|error)/;

export class Reader {
  readonly #folder: string;
  /** The folder of the project. */
  readonly project: string;
  readonly #env: Readonly<Record<string, string | undefined>>;
  /** Commands that each new shell repeats. */
  #settings: string[] = [];
  #lasting: { readonly running: Running; seen: number } | undefined;

  /** @param folder - an empty folder @param tools - folders of further programs, such as kubectl @param project - its name on the page */
  constructor(folder: string, tools: readonly string[], project = "website-operator") {
    this.#folder = folder;
    this.project = path.join(folder, project);
    const bin = prepareTools(path.join(folder, "tools"));
    const strange = Object.keys(process.env).filter((name) => /^(npm_|VITEST|NODE_ENV|INIT_CWD|KUBE|CI$)/.test(name));
    this.#env = {
      ...Object.fromEntries(strange.map((name) => [name, undefined])),
      ...Object.fromEntries(
        ["AUTHOR", "COMMITTER"].flatMap((who) => [
          [`GIT_${who}_NAME`, "me"],
          [`GIT_${who}_EMAIL`, "me@example.com"],
        ]),
      ),
      GIT_CONFIG_GLOBAL: "/dev/null",
      npm_config_cache: path.join(folder, "npm-cache"),
      npm_config_update_notifier: "false",
      PATH: [bin, ...tools, process.env["PATH"] ?? ""].join(path.delimiter),
    };
  }

  /** Begins a chapter, in new terminals. */
  async begin(): Promise<void> {
    await this.leave();
    this.#settings = existsSync(this.project) ? [`cd ${path.basename(this.project)}`] : [];
  }

  async leave(): Promise<void> {
    await this.#lasting?.running.end("SIGTERM");
    this.#lasting = undefined;
  }

  async take(step: Step): Promise<void> {
    switch (step.type) {
      case "file":
        this.#copy(step.source, step.target, step.regions);
        return;
      case "edit":
        this.#edit(step.source, step.target);
        return;
      case "command":
        return this.#type(step.command, step.output);
      case "output":
        return this.#watch(step.output);
      case "stop":
        return this.leave();
    }
  }

  /** Runs a command that must succeed, in the folder of the project. */
  async check(command: string): Promise<void> {
    const { code, stdout, stderr } = await this.#shell(command);
    if (code !== 0) throw new Error(`${command} ended with ${code ?? "a signal"}\n${stdout}\n${stderr}`);
  }

  #copy(source: string, target: string, regions: readonly string[]): void {
    const file = path.join(this.project, target);
    const text = readFileSync(path.join(checkout, source), "utf8");
    const unshown = regions.length === 0 ? [] : linesOutside(text, regions);
    const missing = unshown.length === 0 ? [] : notIn(readFileSync(file, "utf8").split("\n"), unshown);
    if (missing.length > 0) throw new Error(`${source} has lines that the page does not show:\n${missing.join("\n")}`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, sectionOf(text));
  }

  #edit(source: string, target: string): void {
    const file = path.join(this.project, target);
    const diff = readFileSync(path.join(checkout, source), "utf8").trimEnd().split("\n");
    const [before, after] = ["-", "+"].map((sign) =>
      diff
        .filter((line) => line.startsWith(sign) || line.startsWith(" "))
        .map((line) => line.slice(1))
        .join("\n"),
    ) as [string, string];
    const [head, tail, ...more] = readFileSync(file, "utf8").split(before);
    if (head === undefined || tail === undefined || more.length > 0)
      throw new Error(`${target} does not contain once:\n${before}`);
    writeFileSync(file, head + after + tail);
  }

  async #type(command: string, shown: readonly string[]): Promise<void> {
    if (isLasting.test(command)) {
      await this.leave();
      this.#lasting = { running: new Running("bash", ["-c", this.#script(`exec ${command}`)], this.#place()), seen: 0 };
      return this.#watch(shown);
    }
    const expected = shown.map((line) => masked(line, this.project));
    const attempt = async (): Promise<void> => {
      const { code, stdout } = await this.#shell(command);
      const output = linesOf(stdout).map((line) => masked(line, this.project));
      if (isShown(output, expected) && (code === 0 || expected.some((line) => isFailure.test(line)))) return;
      throw new Error(
        `${command} ended with ${code ?? "a signal"}, and printed\n${stdout}\ninstead of\n${shown.join("\n")}`,
      );
    };
    await (isRead.test(command) ? eventually(attempt) : attempt());
    if (isSetting.test(command)) this.#settings.push(command);
  }

  /** Waits until the command that keeps running has printed these lines. */
  async #watch(shown: readonly string[]): Promise<void> {
    const lasting = this.#lasting;
    if (lasting === undefined) throw new Error(`no command runs that could print\n${shown.join("\n")}`);
    const expected = shown.map((line) => masked(line, this.project));
    lasting.seen += await eventually(() => {
      const output = linesOf(lasting.running.output).slice(lasting.seen);
      const end = endOf(
        output.map((line) => masked(line, this.project)),
        expected,
      );
      if (end === undefined) throw new Error(`it printed\n${output.join("\n")}\ninstead of\n${shown.join("\n")}`);
      return end;
    });
  }

  #shell(command: string): Promise<Finished> {
    return run("bash", ["-c", this.#script(`exec 2>&1; ${command}`)], this.#place());
  }

  #script(command: string): string {
    return [...this.#settings, command].join("\n");
  }

  #place(): { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> } {
    return { cwd: this.#folder, env: this.#env };
  }
}

/** Returns the lines that the text does not contain in this order. */
function notIn(text: readonly string[], lines: readonly string[]): string[] {
  let position = 0;
  return lines.filter((line) => {
    const found = text.indexOf(line, position);
    if (found >= 0) position = found + 1;
    return found < 0;
  });
}

function linesOf(text: string): string[] {
  return text.trim() === "" ? [] : text.trimEnd().split("\n");
}

/** Creates the programs that replace the registry: an npx that runs this checkout, and packages that need no installation. */
function prepareTools(folder: string): string {
  const modules = path.join(folder, "node_modules");
  const own = path.join(checkout, "node_modules");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  for (const name of readdirSync(own).filter((name) => !name.startsWith("."))) {
    symlinkSync(path.join(own, name), path.join(modules, name));
  }
  for (const name of readdirSync(path.join(own, ".bin"))) {
    symlinkSync(path.join(own, ".bin", name), path.join(modules, ".bin", name));
  }
  symlinkSync(checkout, path.join(modules, "tsop"));
  symlinkSync(tsop, path.join(modules, ".bin/tsop"));
  const npx = path.join(folder, "npx");
  const init = `if [ "$1" = init ]; then cp -RP "${modules}" .; shift; set -- init --tsop file:../tsop --no-install "$@"; fi`;
  const words = 'while [ "$1" != tsop ]; do shift; done; shift';
  writeFileSync(npx, `#!/bin/sh\n${words}\n${init}\nexec "${process.execPath}" "${tsop}" "$@"\n`);
  chmodSync(npx, 0o755);
  return folder;
}
