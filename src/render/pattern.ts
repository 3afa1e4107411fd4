/** The Go patterns with which kustomize selects objects and images. */
import { TsopError } from "../core/errors.js";
import { Patterns, re2Hint } from "../schema/patterns.js";

/** Returns a test whether a text contains a match of the pattern. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const matches = new Patterns().compile(pattern);
  if (typeof matches === "function") return matches;
  throw new TsopError("render/invalid", `${JSON.stringify(pattern)} is not a pattern: ${matches.fault}`, {
    hint: re2Hint,
  });
}

/** Returns a test whether the pattern matches the entire text. An empty pattern matches all texts. */
export function compileWhole(pattern: string): (text: string) => boolean {
  if (pattern === "") return () => true;
  // A fast path for plain names, which are nearly all patterns.
  if (/^[A-Za-z0-9-]+$/.test(pattern)) return (text) => text === pattern;
  return compilePattern(`^(?:${pattern})$`);
}
