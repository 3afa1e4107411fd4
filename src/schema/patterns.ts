import { RE2JS } from "re2js";

/** Whether a text has a match of the pattern, like in Go's regexp. */
export type Matches = (text: string) => boolean;

/** Returns the non-overlapping matches of a pattern in a text from its beginning, like Go's regexp. */
export type FindMatches = (text: string, limit: number) => readonly string[];

/** The hint for faults of a pattern. */
export const re2Hint = "Kubernetes uses RE2, which has no look-ahead, no look-behind and no back references.";

/** The patterns of a run. Each is compiled once, because the same few occur everywhere. */
export class Patterns {
  readonly #compiled = new Map<string, Matches | { readonly fault: string }>();
  readonly #finders = new Map<string, FindMatches | { readonly fault: string }>();

  /** Returns a fault for a pattern that does not compile. */
  compile(pattern: string): Matches | { readonly fault: string } {
    const known = this.#compiled.get(pattern);
    if (known !== undefined) return known;
    const compiled = compile(pattern);
    this.#compiled.set(pattern, compiled);
    return compiled;
  }

  /** Returns a function that finds the first matches of the pattern in a text, at most `limit`. */
  finder(pattern: string): FindMatches | { readonly fault: string } {
    const known = this.#finders.get(pattern);
    if (known !== undefined) return known;
    const finder = compileFinder(pattern);
    this.#finders.set(pattern, finder);
    return finder;
  }
}

function compile(pattern: string): Matches | { readonly fault: string } {
  return attempt(pattern, (compiled) => (text) => compiled.matcher(text).find());
}

function compileFinder(pattern: string): FindMatches | { readonly fault: string } {
  return attempt(pattern, (compiled) => (text, limit) => {
    const matcher = compiled.matcher(text);
    const found: string[] = [];
    while (found.length < limit && matcher.find()) found.push(matcher.group() ?? "");
    return found;
  });
}

function attempt<T>(pattern: string, use: (compiled: RE2JS) => T): T | { readonly fault: string } {
  try {
    return use(RE2JS.compile(pattern));
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
