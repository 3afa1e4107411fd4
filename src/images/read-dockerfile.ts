/** Reads the Dockerfile of an operator for a build without a container tool. Such a build cannot run programs. */
import {
  DockerfileParser,
  type Instruction,
  JSONInstruction,
  ModifiableInstruction,
  PropertyInstruction,
} from "dockerfile-ast";
import { TsopError } from "../core/errors.js";
import { expandWord, type Variables } from "./expand-variables.js";

/** A COPY instruction: `sources` are relative to the folder of the Dockerfile. */
export interface CopyStep {
  readonly sources: readonly string[];
  /** The absolute path in the image. A `/` at the end names a folder. */
  readonly target: string;
  /** The numeric user and group of the files. Default 0:0. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** The permissions of the files and folders; undefined keeps those on disk. */
  readonly mode: number | undefined;
}

/** The configuration that the Dockerfile sets on top of the base image. Undefined keeps the value of the base image. */
export interface ImageSettings {
  readonly user?: string;
  readonly workingDir?: string;
  readonly entrypoint?: readonly string[];
  readonly cmd?: readonly string[];
  readonly stopSignal?: string;
  readonly env: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly exposedPorts: readonly string[];
}

/** An instruction after FROM, in its order: the text is for the history of the image. */
export type DockerfileStep =
  | { readonly kind: "copy"; readonly copy: CopyStep; readonly text: string }
  | { readonly kind: "setting"; readonly text: string };

export interface ReadDockerfile {
  readonly base: string;
  readonly platform: string | undefined;
  readonly steps: readonly DockerfileStep[];
  readonly settings: ImageSettings;
}

/** The longest Dockerfile that tsop reads. BuildKit has no limit, but a longer file is not written by hand. */
const longest = 256 * 1024;

/**
 * Reads a Dockerfile with one stage and without programs to run.
 *
 * @param buildArgs - the values of ARG instructions, by name
 * @throws TsopError `image/needs-tool` with the line of the first instruction that needs a container tool, and for errors
 */
export function readDockerfile(text: string, buildArgs: Variables): ReadDockerfile {
  if (text.length > longest) throw needsTool(undefined, `it is longer than ${longest / 1024} KiB`);
  return new Reader(buildArgs).read(DockerfileParser.parse(text).getInstructions());
}

function needsTool(instruction: Instruction | undefined, why: string): TsopError {
  const line = instruction === undefined ? "" : `:${instruction.getRange().start.line + 1}`;
  return new TsopError("image/needs-tool", `Dockerfile${line}: ${why}`, {
    hint: "Install docker, podman, buildah or nerdctl for this Dockerfile, or change the instruction.",
  });
}

type Writable = { -readonly [Key in keyof ImageSettings]: ImageSettings[Key] };

class Reader {
  /** The values of ARG and ENV instructions so far. An ARG before FROM is visible in FROM, and later only if ARG names it again. */
  #variables = new Map<string, string>();
  #global: ReadonlyMap<string, string> = new Map();
  readonly #steps: DockerfileStep[] = [];
  readonly #env = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  readonly #ports: string[] = [];
  readonly #settings: Writable = { env: this.#env, labels: this.#labels, exposedPorts: this.#ports };
  readonly #buildArgs: Variables;

  constructor(buildArgs: Variables) {
    this.#buildArgs = buildArgs;
  }

  read(instructions: readonly Instruction[]): ReadDockerfile {
    let from: { base: string; platform: string | undefined } | undefined;
    for (const instruction of instructions) {
      const keyword = instruction.getKeyword();
      if (keyword === "FROM") {
        if (from !== undefined)
          throw needsTool(instruction, "a second FROM starts another stage, and tsop builds one stage");
        from = this.#from(instruction);
      } else if (keyword === "ARG") this.#arg(instruction);
      else if (from === undefined) throw needsTool(instruction, `${keyword} precedes FROM`);
      else this.#apply(keyword, instruction);
    }
    if (from === undefined) throw needsTool(undefined, "it has no FROM");
    return { ...from, steps: this.#steps, settings: this.#settings };
  }

  #from(instruction: Instruction): { base: string; platform: string | undefined } {
    const flags = this.#flags(instruction, ["platform"]);
    const [base] = this.#words(instruction);
    if (base === undefined || base === "") throw needsTool(instruction, "FROM names no image");
    if (base === "scratch") throw needsTool(instruction, "an operator needs Node, and scratch contains no program");
    this.#global = this.#variables;
    this.#variables = new Map();
    return { base, platform: flags.get("platform") };
  }

  #arg(instruction: Instruction): void {
    for (const word of this.#words(instruction)) {
      const equals = word.indexOf("=");
      const name = equals === -1 ? word : word.slice(0, equals);
      const given = this.#buildArgs.get(name) ?? (equals === -1 ? this.#global.get(name) : word.slice(equals + 1));
      if (given !== undefined && !this.#env.has(name)) this.#variables.set(name, given);
    }
  }

  #apply(keyword: string, instruction: Instruction): void {
    if (keyword === "COPY" || keyword === "ADD") {
      this.#copy(keyword, instruction);
      return;
    }
    this.#steps.push({ kind: "setting", text: textOf(instruction) });
    switch (keyword) {
      case "USER":
        this.#settings.user = this.#one(instruction);
        return;
      case "WORKDIR": {
        const folder = this.#one(instruction);
        const parent = this.#settings.workingDir ?? "/";
        this.#settings.workingDir = folder.startsWith("/") ? folder : `${parent.replace(/\/$/, "")}/${folder}`;
        return;
      }
      case "STOPSIGNAL":
        this.#settings.stopSignal = this.#one(instruction);
        return;
      case "EXPOSE":
        for (const port of this.#words(instruction)) this.#ports.push(port.includes("/") ? port : `${port}/tcp`);
        return;
      case "ENTRYPOINT":
        this.#settings.entrypoint = command(instruction);
        // As for other builders, a new entry point does not use the arguments of the base image.
        this.#settings.cmd ??= [];
        return;
      case "CMD":
        this.#settings.cmd = command(instruction);
        return;
      case "ENV":
        for (const [name, value] of this.#properties(instruction)) {
          this.#env.set(name, value);
          this.#variables.set(name, value);
        }
        return;
      case "LABEL":
        for (const [name, value] of this.#properties(instruction)) this.#labels.set(name, value);
        return;
      case "RUN":
        throw needsTool(instruction, "RUN runs a program, which needs a container tool");
      default:
        throw needsTool(instruction, `tsop does not support ${keyword} without a container tool`);
    }
  }

  #copy(keyword: string, instruction: Instruction): void {
    const flags = this.#flags(instruction, ["chown", "chmod", "link"]);
    const words =
      instruction instanceof JSONInstruction && instruction.getOpeningBracket() !== null
        ? instruction.getJSONStrings().map((each) => this.#expanded(each.getJSONValue(), instruction))
        : this.#words(instruction);
    const [target, ...sources] = words.toReversed();
    if (target === undefined || sources.length === 0)
      throw needsTool(instruction, `${keyword} needs a source and a target`);
    const special = sources.find((source) => /^(?:https?:|git@|<<)|[*?[]/.test(source) || isArchive(keyword, source));
    if (special !== undefined)
      throw needsTool(instruction, `${keyword} ${special}: tsop copies only files and folders by name`);
    const base = this.#settings.workingDir ?? "/";
    const copy: CopyStep = {
      sources: sources.toReversed(),
      target: target.startsWith("/") ? target : `${base.replace(/\/$/, "")}/${target}`,
      owner: this.#owner(flags.get("chown"), instruction),
      mode: this.#mode(flags.get("chmod"), instruction),
    };
    this.#steps.push({ kind: "copy", copy, text: textOf(instruction) });
  }

  #owner(text: string | undefined, instruction: Instruction): CopyStep["owner"] {
    if (text === undefined) return { uid: 0, gid: 0 };
    const [, uid, gid = uid] = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
    if (uid === undefined)
      throw needsTool(instruction, `--chown=${text}: tsop needs numbers, because names are defined in the image`);
    return { uid: Number(uid), gid: Number(gid) };
  }

  #mode(text: string | undefined, instruction: Instruction): number | undefined {
    if (text === undefined) return undefined;
    if (!/^[0-7]{3,4}$/.test(text)) throw needsTool(instruction, `--chmod=${text} is not an octal number`);
    return Number.parseInt(text, 8);
  }

  #flags(instruction: Instruction, known: readonly string[]): Map<string, string> {
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
    const unknown = flags.find((flag) => !known.includes(flag.getName()));
    if (unknown !== undefined) throw needsTool(instruction, `tsop does not support ${unknown.toString()}`);
    return new Map(flags.map((flag) => [flag.getName(), this.#expanded(flag.getValue() ?? "", instruction)]));
  }

  #words(instruction: Instruction): string[] {
    return instruction.getArguments().map((each) => this.#expanded(each.getValue(), instruction));
  }

  #one(instruction: Instruction): string {
    const [word, ...more] = this.#words(instruction);
    if (word === undefined || more.length > 0)
      throw needsTool(instruction, `${instruction.getKeyword()} needs one value`);
    return word;
  }

  #properties(instruction: Instruction): [string, string][] {
    if (!(instruction instanceof PropertyInstruction)) return [];
    return instruction.getProperties().map((each) => {
      const { start, end } = each.getRange();
      if (start.line !== end.line)
        throw needsTool(instruction, `the value of ${each.getName()} extends over several lines`);
      const value = each.getUnescapedValue() ?? "";
      return [this.#expanded(each.getName(), instruction), this.#expanded(value, instruction)];
    });
  }

  #expanded(text: string, instruction: Instruction): string {
    const result = expandWord(text, this.#variables);
    if (result === undefined) throw needsTool(instruction, `tsop cannot expand the variables in ${text}`);
    return result;
  }
}

function isArchive(keyword: string, source: string): boolean {
  return keyword === "ADD" && /\.(?:tar|tgz|tbz2?|txz|gz|xz|bz2|zst)$/.test(source);
}

/** Returns the command of CMD and ENTRYPOINT. Like other builders, tsop runs the form without brackets in a shell. */
function command(instruction: Instruction): string[] {
  if (instruction instanceof JSONInstruction && instruction.getOpeningBracket() !== null) {
    return instruction.getJSONStrings().map((each) => each.getJSONValue());
  }
  return ["/bin/sh", "-c", instruction.getArgumentsContent() ?? ""];
}

/** Returns the instruction in one line. */
function textOf(instruction: Instruction): string {
  return `${instruction.getKeyword()} ${(instruction.getArgumentsContent() ?? "").replaceAll(/\s+/g, " ")}`.trim();
}
