import { createRenderer, type Renderer } from "../machinery/render.js";
import type { TemplateViews } from "./views.js";

export type Templates = Renderer<TemplateViews>;

/** Loads the templates of the package. `src` and `dist` are at the same depth, so one relative path works for both. */
export function loadTemplates(): Promise<Templates> {
  return createRenderer<TemplateViews>(new URL("../../templates/", import.meta.url));
}
