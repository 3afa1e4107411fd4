/** The formats of `tsop docs`, and the endings of their files. */
export const referenceFormats = ["markdown", "html", "asciidoc"] as const;

export type ReferenceFormat = (typeof referenceFormats)[number];
