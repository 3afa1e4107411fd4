/** A document without a format. All texts are plain: a printer escapes what its format gives a meaning. */
export type Inline =
  | string
  | { readonly kind: "code"; readonly text: string }
  /** `to`: a web address, or `#` and the anchor of a heading. */
  | { readonly kind: "link"; readonly content: Inline; readonly to: string }
  | { readonly kind: "strong" | "emphasis"; readonly text: string };

/** One line of text. */
export type Line = readonly Inline[];

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3 | 4; readonly text: string; readonly anchor: string }
  | { readonly kind: "paragraph"; readonly line: Line }
  | { readonly kind: "list"; readonly items: readonly Line[] }
  | { readonly kind: "code"; readonly language: "yaml"; readonly text: string }
  /** Each cell consists of lines. */
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

export type Cell = readonly Line[];

export interface Page {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export function code(text: string): Inline {
  return { kind: "code", text };
}

/** Joins lists of inline elements with a separator. */
export function joinLines(lines: readonly Line[], separator: string): Inline[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [separator, ...line]));
}
