/** Apart, since the command line's help names them, and is not to load what draws. */
export const graphFormats = ["mermaid", "svg", "json"] as const;
export type GraphFormat = (typeof graphFormats)[number];
