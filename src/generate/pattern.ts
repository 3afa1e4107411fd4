import { RE2JS } from "re2js";

/** Whether a pattern has a match in a text, as Go's regexp decides it. A fault for one that does not compile. */
export function compilePattern(pattern: string): ((text: string) => boolean) | { readonly fault: string } {
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
