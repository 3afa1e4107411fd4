import { TsopError } from "../../core/errors.js";
import { deprecate, type DeprecatedPart } from "../../olm/catalog/edit/deprecate.js";
import { schemas } from "../../olm/catalog/read/blob.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogDeprecateOptions } from "../declared/catalog.js";
import { editCatalog, writeCatalog } from "./catalog-files.js";
import { namedPackage } from "./named-package.js";
import { defaultCatalog } from "./open-catalog.js";

/**
 * Deprecates a package, a channel or a bundle of a catalog, with a message for users.
 *
 * @throws TsopError `usage/invalid-argument`, and the faults of the catalog before or after the change
 */
export async function catalogDeprecate(options: CatalogDeprecateOptions, context: Context): Promise<CommandResult> {
  const { message = "", channel, bundle } = options;
  if (message === "") {
    throw new TsopError("usage/invalid-argument", "the message is missing", {
      hint: 'Tell users what to use instead: --message "Use the channel stable."',
    });
  }
  const edited = editCatalog(options.catalog ?? defaultCatalog, context, false);
  const { name, file } = namedPackage(edited.catalog, options.package);
  const part: DeprecatedPart =
    channel !== undefined
      ? { package: name, schema: schemas.channel, name: channel }
      : bundle !== undefined
        ? { package: name, schema: schemas.bundle, name: bundle }
        : { package: name, schema: schemas.package, name: undefined };
  const done = [`deprecation of ${part.schema.replace("olm.", "the ")} ${part.name ?? name}`];
  const changed = deprecate({ ...edited, file }, part, message);
  return writeCatalog(edited, changed, { flags: options, done, json: { package: name }, context });
}
