/** Deprecates a package, a channel or a bundle. */
import { defined } from "../../../core/defined.js";
import type { Catalog } from "../read/catalog.js";
import { schemas } from "../read/blob.js";
import { CatalogEdit } from "./catalog-edit.js";

export interface DeprecatedPart {
  readonly package: string;
  readonly schema: string;
  /** Undefined for the package itself. */
  readonly name: string | undefined;
}

/**
 * Returns the changed files; none if the part has this message already. The result may be invalid: check it.
 *
 * @param file - the file of the package, which gets the document if the package has no deprecations
 */
export function deprecate(
  {
    catalog,
    texts,
    file,
  }: { readonly catalog: Catalog; readonly texts: ReadonlyMap<string, string>; readonly file: string },
  part: DeprecatedPart,
  message: string,
): ReadonlyMap<string, string> {
  const edit = new CatalogEdit(texts);
  const entry = { reference: defined({ schema: part.schema, name: part.name }), message };
  const present = catalog.deprecations.find(({ fields }) => fields.package === part.package);
  if (present === undefined) {
    edit.append(file, { schema: schemas.deprecations, package: part.package, entries: [entry] });
    return edit.changedFiles();
  }
  const { blob, fields } = present;
  const index = (fields.entries ?? []).findIndex(
    ({ reference = {} }) => reference.schema === part.schema && (reference.name ?? "") === (part.name ?? ""),
  );
  if (index === -1) edit.addItem(blob, "entries", entry);
  else if (fields.entries?.[index]?.message !== message) edit.setText(blob, ["entries", index, "message"], message);
  return edit.changedFiles();
}
