import { isLabel } from "../../../core/name-forms.js";
import { nearest } from "../../../core/suggest.js";
import type { PackageBlob } from "../read/catalog.js";
import type { CatalogParts } from "./check-catalog.js";
import { quoted, type ReportFault } from "./finding.js";
import { isBase64 } from "./is-base64.js";

export function checkPackages(parts: CatalogParts, report: ReportFault): void {
  const seen = new Set<string>();
  for (const each of parts.packages) {
    const { blob, fields } = each;
    const { name = "" } = fields;
    const hint = "Write `name: NAME`: lower-case letters, digits and hyphens, at most 63 characters.";
    if (name === "") report(blob, [], "the package has no name", hint);
    else if (!isLabel(name)) report(blob, ["name"], `the package name ${quoted(name)} is not a valid name`, hint);
    if (seen.has(name)) report(blob, ["name"], `the catalog has two packages ${quoted(name)}`, "Remove one of them.");
    seen.add(name);
    checkIcon(each, report);
    checkDefaultChannel(each, parts, report);
  }
}

function checkIcon({ blob, fields: { icon } }: PackageBlob, report: ReportFault): void {
  if (isBase64(icon?.base64data ?? "")) return;
  report(blob, ["icon", "base64data"], "the icon is not base64", "Encode the picture, for example with `base64 -w0`.");
}

function checkDefaultChannel({ blob, fields }: PackageBlob, parts: CatalogParts, report: ReportFault): void {
  const { name = "", defaultChannel = "" } = fields;
  const names = parts.channelsOf(name).map((channel) => channel.fields.name ?? "");
  if (names.length === 0) {
    const hint = `Add a channel: a document with \`schema: olm.channel\` and \`package: ${name}\`.`;
    report(blob, [], `the package ${quoted(name)} has no channel`, hint);
    return;
  }
  if (defaultChannel === "") {
    const hint = `Write \`defaultChannel: ${names[0] ?? "stable"}\`.`;
    report(blob, [], `the package ${quoted(name)} has no default channel`, hint);
  } else if (!names.includes(defaultChannel)) {
    const near = nearest(defaultChannel, names);
    const hint = near === undefined ? `The channels are ${names.join(", ")}.` : `Did you mean ${near}?`;
    report(blob, ["defaultChannel"], `the default channel ${quoted(defaultChannel)} does not exist`, hint);
  }
}
