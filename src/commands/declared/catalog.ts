/** The commands about catalogs of the Operator Lifecycle Manager. */
import { declare } from "./declare.js";
import type { Input, OptionsOf } from "./flags.js";

const validateInput = { argument: "[dir]", flags: {} } as const satisfies Input;

export type CatalogValidateOptions = OptionsOf<typeof validateInput>;

export const catalogValidate = declare({
  path: "catalog validate",
  summary: "check a file-based catalog",
  description:
    "Checks the catalog in DIR (default: catalog) by the rules of `opm validate`: packages, channels, upgrade graphs, bundles, " +
    "properties, images and deprecations. Reports all faults with their locations. Writes nothing.",
  input: validateInput,
  more: `
Examples:
  tsop catalog validate
  tsop catalog validate catalogs/v4.20 --output json`,
  load: async () => (await import("../olm/catalog-validate.js")).catalogValidate,
});
