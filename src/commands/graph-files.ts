/** The files of a picture, and their formats. */
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { Graph } from "../graph/graph.js";
import { graphJson, jsonStamp } from "../graph/json.js";
import { blockEnd, blockStart, replaceBlock } from "../graph/markdown-block.js";
import { mermaidStamp, printMermaid } from "../graph/mermaid.js";
import { svgStamp } from "../graph/svg.js";
import type { Tree } from "../machinery/tree.js";
import type { GraphFormat } from "./graph-formats.js";
import { projectPath } from "./output-options.js";
import type { GraphOptions } from "./declared/generate.js";

export interface GraphTarget {
  readonly file: string;
  readonly format: GraphFormat;
  /** Whether the picture is a part of a Markdown file. */
  readonly isBlock: boolean;
}

const formats: Readonly<Record<string, GraphFormat>> = {
  ".md": "mermaid",
  ".markdown": "mermaid",
  ".mmd": "mermaid",
  ".mermaid": "mermaid",
  ".svg": "svg",
  ".json": "json",
};

/** @throws TsopError `usage/invalid-argument` */
export function planTargets(options: GraphOptions, root: string): GraphTarget[] {
  const { format, out = [], check = false, dryRun = false, diff = false } = options;
  const needsFile = check ? "--check" : dryRun ? "--dry-run" : diff ? "--diff" : undefined;
  if (out.length === 0 && needsFile !== undefined) {
    throw new TsopError("usage/invalid-argument", `${needsFile} requires --out`, {
      hint: `For example: tsop graph --out README.md ${needsFile}`,
    });
  }
  const targets = out.map((given) => targetOf(projectPath("--out", given, root, "file"), format));
  return [...new Map(targets.map((target) => [target.file, target])).values()];
}

function targetOf(file: string, wanted: GraphFormat | undefined): GraphTarget {
  const extension = path.posix.extname(file).toLowerCase();
  const said = Object.hasOwn(formats, extension) ? formats[extension] : undefined;
  const format = said ?? wanted;
  if (format === undefined) {
    throw new TsopError("usage/invalid-argument", `--out ${file} does not determine a format`, {
      hint: `Name a file that ends with ${Object.keys(formats).join(", ")}, or add --format.`,
    });
  }
  if (wanted !== undefined && format !== wanted) {
    throw new TsopError(
      "usage/invalid-argument",
      `--format ${wanted} does not match --out ${file}, which is ${format}`,
      {
        hint: "Omit --format, or name another file.",
      },
    );
  }
  return { file, format, isBlock: extension === ".md" || extension === ".markdown" };
}

export async function printGraph(graph: Graph, format: GraphFormat): Promise<string> {
  switch (format) {
    case "mermaid":
      return printMermaid(graph);
    case "json":
      return `${JSON.stringify(graphJson(graph), undefined, 2)}\n`;
    case "svg": {
      const { printSvg } = await import("../graph/svg.js");
      return printSvg(graph);
    }
  }
}

/** @throws TsopError `graph/no-place`, `scaffold/collision` */
export async function placeGraph(tree: Tree, graph: Graph, { file, format, isBlock }: GraphTarget): Promise<void> {
  const text = await printGraph(graph, format);
  const present = tree.read(file);
  if (!isBlock && (present ?? "").trim() !== "" && !isOurs(present ?? "")) throw foreign(file);
  tree.write(file, isBlock ? withBlock(file, present, text) : text);
}

function withBlock(file: string, present: string | undefined, graph: string): string {
  const result = replaceBlock(present ?? "", `\`\`\`mermaid\n${graph}\`\`\``, file);
  if (result.type === "replaced") return result.text;
  const { message, at } = result;
  const where = `Add these two lines where the picture belongs:\n${blockStart}\n${blockEnd}`;
  throw TsopError.fromDiagnostics([{ code: "graph/no-place", severity: "error", message, at, hint: where }]);
}

function isOurs(text: string): boolean {
  return [mermaidStamp, svgStamp, `"generator": "${jsonStamp}"`].some((stamp) => text.includes(stamp));
}

function foreign(file: string): TsopError {
  return TsopError.fromDiagnostics([
    {
      code: "scaffold/collision",
      severity: "error",
      message: `${file} exists, and tsop graph did not generate it`,
      at: { file },
      hint: "Name another file, or remove this file first.",
    },
  ]);
}
