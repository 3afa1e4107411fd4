import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { operatorBundle } from "../../src/commands/operator-bundle.js";
import type { Missing } from "../harness/benchmark.js";
import { cacheFolder } from "../harness/cache-folder.js";
import { readDeployed } from "../harness/deployed.js";
import type { NodeProgram } from "../harness/nodes.js";
import { thisNode, tsop } from "../timed.js";

/** A program and its arguments. */
export type Command = readonly string[];

/** The built operators of both sides. */
export interface Operators {
  /** The peer with its version. */
  readonly peer: string;
  readonly ours: (node: NodeProgram) => Command;
  readonly theirs: Command | Missing;
}

/** Builds the operators. Our side is bundled like with `tsop build`, and runs as in a scaffold's image and Deployment. */
export async function buildOperators(folder: string): Promise<Operators> {
  const [bundle, flags] = [await bundleOurs(folder), deployedFlags(folder)];
  return {
    peer: `controller-runtime ${versionOfTheirs()}`,
    ours: ({ file }) => [file, ...flags, "--expose-gc", bundle],
    theirs: buildTheirs(),
  };
}

/** Returns the flags of a new scaffold in this folder. */
export function deployedFlags(folder: string): readonly string[] {
  return readDeployed(scaffoldIn(folder)).flags;
}

export function scaffoldIn(folder: string): string {
  const project = mkdtempSync(path.join(folder, "scaffold-"));
  tsop(thisNode, ["init", "--domain", "abc.com", "--tsop", "0.1.0", "--no-install"], project);
  return project;
}

async function bundleOurs(folder: string): Promise<string> {
  await build({
    entryPoints: { main: fileURLToPath(new URL("operator.ts", import.meta.url)) },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    ...operatorBundle,
    tsconfigRaw: {}, // in which `tsop` is src/: a deployed operator has the built package
  });
  return path.join(folder, "main.mjs");
}

const source = fileURLToPath(new URL("../controller-runtime/", import.meta.url));

/** Builds the peer with Go and its module proxy. The first build takes minutes; Go caches the compiled packages. */
function buildTheirs(): Command | Missing {
  const program = path.join(cacheFolder, "controller-runtime");
  const { status, error, stderr } = spawnSync("go", ["build", "-o", program, "."], {
    ...{ cwd: source, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
  });
  if (status === 0) return [program];
  return { missing: `the operator in Go cannot be built: ${error?.message ?? stderr.trim()}` };
}

function versionOfTheirs(): string {
  const modules = readFileSync(path.join(source, "go.mod"), "utf8");
  return /^\tsigs\.k8s\.io\/controller-runtime (\S+)$/m.exec(modules)?.[1] ?? "";
}
