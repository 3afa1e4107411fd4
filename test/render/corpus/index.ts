import { fields } from "./fields.js";
import { generators } from "./generators.js";
import { layout } from "./layout.js";
import { names } from "./names.js";
import type { RenderCases } from "./objects.js";
import { patches } from "./patches.js";
import { replacements } from "./replacements.js";
import { yaml } from "./yaml.js";

export const corpus: RenderCases = {
  ...layout,
  ...names,
  ...fields,
  ...patches,
  ...replacements,
  ...generators,
  ...yaml,
};
