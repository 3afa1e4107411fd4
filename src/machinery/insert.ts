import type { Diagnostic } from "../core/diagnostic.js";
import { reduceCode } from "./code-text.js";

/** Code that belongs at a marker, once. */
export interface Fragment {
  /** Name of the marker: `imports` for the line `// +tsop:scaffold:imports`. */
  readonly marker: string;
  /** One or more whole lines. */
  readonly code: string;
  /**
   * Found in the file reduced by `reduceCode` when the code is there already, perhaps changed by its owner. Default: the
   * code itself.
   */
  readonly evidence?: RegExp;
  /** Whether an empty line follows. */
  readonly isBlock?: boolean;
}

export interface InsertResult {
  readonly text: string;
  /** One for each marker that is not there. The fragments of the others are in the text. */
  readonly diagnostics: readonly Diagnostic[];
}

export const markerPrefix = "+tsop:scaffold:";

/** Puts each fragment on the lines before its marker, unless the file has it already. */
export function insertFragments(text: string, file: string, fragments: readonly Fragment[]): InsertResult {
  const diagnostics: Diagnostic[] = [];
  let current = text;
  for (const fragment of fragments) {
    if (isPresent(current, fragment)) continue;
    const inserted = insertFragment(current, fragment);
    if (inserted === undefined) diagnostics.push(markerMissing(file, fragment));
    else current = inserted;
  }
  return { text: current, diagnostics };
}

function isPresent(text: string, { code, evidence }: Fragment): boolean {
  const reduced = reduceCode(text);
  return evidence === undefined ? reduced.includes(reduceCode(code)) : evidence.test(reduced);
}

function insertFragment(text: string, { marker, code, isBlock = false }: Fragment): string | undefined {
  const found = new RegExp(`^([ \\t]*)//[ \\t]*${escapeRegExp(markerPrefix + marker)}[ \\t]*\\r?$`, "m").exec(text);
  if (found === null) return undefined;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = found[1] ?? "";
  const lines = code
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : indent + line) + lineBreak);
  if (isBlock) lines.push(lineBreak);
  return text.slice(0, found.index) + lines.join("") + text.slice(found.index);
}

function markerMissing(file: string, { marker, code }: Fragment): Diagnostic {
  const line = `// ${markerPrefix}${marker}`;
  return {
    code: "scaffold/marker-missing",
    severity: "error",
    message: `${file} has no line "${line}", so there is no place for new code`,
    at: { file },
    hint: `Put the line back where this belongs, and repeat the command; or put the code in by hand, and repeat it:\n${code.trimEnd()}`,
  };
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
