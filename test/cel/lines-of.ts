/** Returns the lines of a text, without empty ones: one expression each, which can contain backslashes. */
export function linesOf(text: TemplateStringsArray): readonly string[] {
  return String.raw(text)
    .split("\n")
    .filter((line) => line !== "");
}
