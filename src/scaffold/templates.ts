import { createRenderer, type Renderer } from "../machinery/render.js";
import type { Views } from "./views.js";

/** The renderer of tsop's own templates. */
export function loadTemplates(): Promise<Renderer<Views>> {
  return createRenderer<Views>(new URL("../../templates/", import.meta.url));
}
