import { createRenderer, type Renderer } from "../machinery/render.js";
import type { TemplateViews } from "./views.js";

export type Templates = Renderer<TemplateViews>;

let loaded: Promise<Templates> | undefined;

/** Loads the templates of the package, once. `src` and `dist` are at the same depth, so one relative path works for both. */
export function loadTemplates(): Promise<Templates> {
  return (loaded ??= createRenderer<TemplateViews>(new URL("../../templates/", import.meta.url)));
}
