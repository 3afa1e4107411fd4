import { bundles } from "./bundles.js";
import { catalogs } from "./catalogs.js";
import { patches } from "./patches.js";
import { plugins } from "./plugins.js";
import { requestTexts } from "./request-texts.js";
import type { SizeCases } from "./size-case.js";
import { texts } from "./texts.js";
import { values } from "./values.js";

/** All readers that have size cases. */
export const measured: SizeCases = {
  ...requestTexts,
  ...texts,
  ...patches,
  ...plugins,
  ...values,
  ...bundles,
  ...catalogs,
};
