/** The steps that a page of the tutorial tells its reader to take. */
import { type Block, blocksOf } from "../includes.js";

export type Step =
  /** Copy a file to the project. `regions`: the page shows only these regions of it, and the rest must be unchanged. */
  | { readonly type: "file"; readonly source: string; readonly target: string; readonly regions: readonly string[] }
  /** Change a file of the project: lines with `-`, `+` and a space. */
  | { readonly type: "edit"; readonly source: string; readonly target: string }
  | { readonly type: "command"; readonly command: string; readonly output: readonly string[] }
  /** Wait until the command that is still running has printed these lines. */
  | { readonly type: "output"; readonly output: readonly string[] }
  /** Stop that command. */
  | { readonly type: "stop" };

const place = /^examples\/tutorial\/[^/]+\/(.+?)(\.diff)?$/;

export function stepsOf(page: string): Step[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block) => {
    if (block.info === "console") return consoleSteps(block.text);
    const [, target, diff] = place.exec(block.file ?? "") ?? [];
    if (block.file === undefined || target === undefined) return [];
    if (diff !== undefined) return [{ type: "edit", source: block.file, target }];
    return [{ type: "file", source: block.file, target, regions: regionsOf(block.file, blocks) }];
  });
}

/** Returns the regions of a file that a page shows; none if it shows the whole file. */
function regionsOf(file: string, blocks: readonly Block[]): string[] {
  const regions = blocks.filter((block) => block.file === file).map(({ region }) => region);
  return regions.some((region) => region === undefined) ? [] : regions.flatMap((region) => region ?? []);
}

function consoleSteps(text: string): Step[] {
  const steps: Step[] = [];
  const output: string[][] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (line === "^C") {
      steps.push({ type: "stop" });
    } else if (line.startsWith("$ ")) {
      output.push([]);
      steps.push({ type: "command", command: line.slice(2), output: output.at(-1) ?? [] });
    } else {
      if (output.length === 0) {
        output.push([]);
        steps.push({ type: "output", output: output[0] ?? [] });
      }
      output.at(-1)?.push(line);
    }
  }
  return steps;
}
