/** The lines of a text, without the empty ones: one expression each, which may hold backslashes. */
export function linesOf(text: TemplateStringsArray): readonly string[] {
  return String.raw(text)
    .split("\n")
    .filter((line) => line !== "");
}
