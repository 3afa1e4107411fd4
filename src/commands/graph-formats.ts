/** In a separate module, because the help of the command line names the formats and must not load the drawing code. */
export const graphFormats = ["mermaid", "svg", "json"] as const;
export type GraphFormat = (typeof graphFormats)[number];
