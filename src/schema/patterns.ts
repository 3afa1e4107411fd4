import { RE2JS } from "re2js";

/** Whether a text has a match of the pattern, as Go's regexp decides it. */
export type Matches = (text: string) => boolean;

/** What to say beside the fault of a pattern. */
export const re2Hint = "Kubernetes takes RE2: no look-ahead, no look-behind, no back references.";

/** The patterns of a run, each compiled once: the same few are used all over. */
export class Patterns {
  readonly #compiled = new Map<string, Matches | { readonly fault: string }>();

  /** A fault for a pattern that does not compile. */
  compile(pattern: string): Matches | { readonly fault: string } {
    const known = this.#compiled.get(pattern);
    if (known !== undefined) return known;
    const compiled = compile(pattern);
    this.#compiled.set(pattern, compiled);
    return compiled;
  }
}

function compile(pattern: string): Matches | { readonly fault: string } {
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
