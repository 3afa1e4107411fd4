import { createRenderer, type Renderer } from "../machinery/render.js";
import type { TemplateViews } from "./views.js";

export type Templates = Renderer<TemplateViews>;

/** The templates of the package: `src` and `dist` lie at the same depth beside them. */
export function loadTemplates(): Promise<Templates> {
  return createRenderer<TemplateViews>(new URL("../../templates/", import.meta.url));
}
