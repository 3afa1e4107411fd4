import { nearest } from "../../../core/suggest.js";
import type { DeprecationsBlob } from "../read/catalog.js";
import { schemas } from "../read/blob.js";
import type { CatalogParts } from "./check-catalog.js";
import { quoted, type ReportFault } from "./finding.js";

export function checkDeprecations(parts: CatalogParts, report: ReportFault): void {
  const seen = new Set<string>();
  for (const each of parts.deprecations) {
    const { blob, fields } = each;
    const { package: owner = "" } = fields;
    if (!parts.packageNames.has(owner)) {
      const message =
        owner === ""
          ? "the deprecations have no package"
          : `the package ${quoted(owner)} of the deprecations does not exist`;
      report(blob, owner === "" ? [] : ["package"], message, "Write the name of a package of the catalog.");
      continue;
    }
    if (seen.has(owner)) {
      const message = `the package ${quoted(owner)} has two documents of deprecations`;
      report(blob, ["package"], message, "Merge their entries into one document.");
    }
    seen.add(owner);
    checkEntries(each, parts, report);
  }
}

function checkEntries({ blob, fields }: DeprecationsBlob, parts: CatalogParts, report: ReportFault): void {
  const { package: owner = "", entries = [] } = fields;
  const seen = new Set<string>();
  for (const [index, { reference = {}, message = "" }] of entries.entries()) {
    const at = ["entries", index];
    const { schema = "", name = "" } = reference;
    const key = JSON.stringify([schema, name]);
    if (seen.has(key)) report(blob, at, `there are two deprecations of ${schema} ${quoted(name)}`, "Keep one of them.");
    seen.add(key);
    if (message === "")
      report(blob, at, "the deprecation has no message", "Tell users what to use instead: `message`.");
    const fault = referenceFault({ schema, name }, owner, parts);
    if (fault !== undefined) report(blob, [...at, "reference"], fault.message, fault.hint);
  }
}

function referenceFault(
  { schema, name }: { readonly schema: string; readonly name: string },
  owner: string,
  parts: CatalogParts,
): { readonly message: string; readonly hint: string } | undefined {
  switch (schema) {
    case schemas.package:
      if (name === "") return undefined;
      return {
        message: "the deprecation of a package has a name",
        hint: "Remove `name`: `package` names the package.",
      };
    case schemas.channel:
      return missing("channel", name, owner, parts.channelsOf(owner));
    case schemas.bundle:
      return missing("bundle", name, owner, parts.bundlesOf(owner));
    default:
      return {
        message:
          schema === "" ? "the reference has no schema" : `the reference has the unknown schema ${quoted(schema)}`,
        hint: `Write \`schema: ${schemas.package}\`, ${schemas.channel} or ${schemas.bundle}.`,
      };
  }
}

function missing(
  what: string,
  name: string,
  owner: string,
  existing: readonly { readonly fields: { readonly name?: string } }[],
): { readonly message: string; readonly hint: string } | undefined {
  const names = existing.map(({ fields }) => fields.name ?? "");
  if (names.includes(name)) return undefined;
  const near = nearest(name, names);
  const message = `the package ${quoted(owner)} has no ${what} ${quoted(name)}, which is deprecated`;
  return { message, hint: near === undefined ? "Remove the deprecation." : `Did you mean ${near}?` };
}
