/** Patterns of Go, in which kustomize selects objects and images. */
import { TsopError } from "../core/errors.js";
import { Patterns, re2Hint } from "../schema/patterns.js";

/** A test for texts that have a match of the pattern somewhere. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const matches = new Patterns().compile(pattern);
  if (typeof matches === "function") return matches;
  throw new TsopError("render/invalid", `${JSON.stringify(pattern)} is no pattern: ${matches.fault}`, {
    hint: re2Hint,
  });
}

/** A test for texts that the pattern matches as a whole. An empty pattern matches all. */
export function compileWhole(pattern: string): (text: string) => boolean {
  if (pattern === "") return () => true;
  // Names, which are nearly all patterns.
  if (/^[A-Za-z0-9-]+$/.test(pattern)) return (text) => text === pattern;
  return compilePattern(`^(?:${pattern})$`);
}
