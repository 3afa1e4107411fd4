import { type EditedSource, openSource } from "../../src/refactor/edited-source.js";

/** A text after an edit. */
export function edited(text: string, edit: (source: EditedSource) => unknown): string {
  const opened = openSource("main.ts", text);
  if (opened.kind === "broken") throw new Error(opened.diagnostics.map(({ message }) => message).join("\n"));
  edit(opened);
  return opened.print();
}
