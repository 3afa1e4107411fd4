import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAllYaml } from "../../src/core/yaml.js";

/** How the image and the Deployment of a scaffold run an operator. */
export interface Deployed {
  /** The major version of Node in the image. */
  readonly major: number;
  /** The flags of Node before the program, and the flags for the values that Node chooses under the Deployment's memory limit. */
  readonly flags: readonly string[];
}

/** The heap sizes that both Node 20 and Node 24 choose under a memory limit, as flags. */
const heaps: Readonly<Record<string, readonly string[]>> = {
  "512Mi": ["--max-old-space-size=256", "--max-semi-space-size=1"],
};

const program = "/dist/main.js";

/** @param project - folder of a scaffold */
export function readDeployed(project: string): Deployed {
  const read = (file: string): string => readFileSync(path.join(project, file), "utf8");
  return deployedBy(read("Dockerfile"), read("config/manager/manager.yaml"));
}

/** @throws Error if the benchmarks do not support the content of these files */
export function deployedBy(dockerfile: string, manager: string): Deployed {
  const major = Number(/^ARG BASE_IMAGE=\S*nodejs(\d+)-/m.exec(dockerfile)?.[1]);
  if (Number.isNaN(major)) throw new Error("the Dockerfile does not name the version of Node in its base image");
  const { args, env, memory } = readManager(manager);
  const heap = heaps[memory];
  if (heap === undefined) {
    throw new Error(`bench/harness/deployed.ts has to say what Node chooses by itself under a limit of ${memory}`);
  }
  const ofImage = /^ENV NODE_OPTIONS=(.*)$/m.exec(dockerfile)?.[1] ?? "";
  const ofPod = env.find(({ name }) => name === "NODE_OPTIONS")?.value;
  const command = args ?? commandOf(dockerfile);
  const at = command.indexOf(program);
  if (at === -1) throw new Error(`neither the Deployment nor the Dockerfile runs ${program}`);
  return { major, flags: [...heap, ...words(ofPod ?? ofImage), ...command.slice(0, at)] };
}

/**
 * Splits options into words. In V8, later options override earlier options, so options follow the values that Node
 * chooses, and arguments follow options.
 */
function words(options: string): string[] {
  return options
    .replaceAll(/^"|"$/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");
}

function commandOf(dockerfile: string): string[] {
  const text = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
  return JSON.parse(text) as string[]; // tsop's own template has this format
}

interface Container {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name?: string; readonly value?: string }[];
  readonly resources?: { readonly limits?: { readonly memory?: string } };
}

function readManager(manager: string): Required<Pick<Container, "env">> & { args: Container["args"]; memory: string } {
  // tsop's own template has this format.
  const objects = parseAllYaml(manager, "manager.yaml") as {
    readonly kind?: string;
    readonly spec?: { readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } } };
  }[];
  const container = objects
    .filter(({ kind }) => kind === "Deployment")
    .flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
    .find(({ name }) => name === "manager");
  if (container === undefined) throw new Error("manager.yaml has no container with the name manager");
  const { args, env = [], resources } = container;
  return { args, env, memory: resources?.limits?.memory ?? "no memory at all" };
}
