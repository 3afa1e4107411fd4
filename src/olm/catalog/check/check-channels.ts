/** The rules of channels and of the upgrade graph in each of them. */
import type { ChannelBlob } from "../read/catalog.js";
import type { CatalogParts } from "./check-catalog.js";
import { parseVersionRange } from "../version-range.js";
import { quoted, type ReportFault } from "./finding.js";
import { graphFault } from "./upgrade-graph.js";

export function checkChannels(parts: CatalogParts, report: ReportFault): void {
  const seen = new Set<string>();
  for (const channel of parts.channels) {
    const { blob, fields } = channel;
    const { name = "", package: owner = "", entries = [] } = fields;
    if (!parts.packageNames.has(owner)) {
      report(
        blob,
        ["package"],
        `the package ${quoted(owner)} of the channel ${quoted(name)} does not exist`,
        ownerHint,
      );
      continue;
    }
    const hint = "Write `name: NAME`, such as stable or candidate-v1.";
    if (name === "") report(blob, [], `a channel of the package ${quoted(owner)} has no name`, hint);
    const key = JSON.stringify([owner, name]);
    if (seen.has(key)) {
      const message = `the package ${quoted(owner)} has two channels ${quoted(name)}`;
      report(blob, ["name"], message, "Merge their entries into one channel.");
    }
    seen.add(key);
    checkEntries(channel, parts, report);
    if (entries.length === 0) {
      report(
        blob,
        [],
        `the channel ${quoted(name)} has no entries`,
        "Add an entry for each bundle, or remove the channel.",
      );
      continue;
    }
    const fault = graphFault(entries);
    if (fault === undefined) continue;
    const at = fault.entry === undefined ? ["entries"] : ["entries", fault.entry];
    report(blob, at, `the channel ${quoted(name)} ${fault.message}`, fault.hint, "catalog/invalid-graph");
  }
}

const ownerHint = "Correct `package`, or add a document with `schema: olm.package`.";

function checkEntries({ blob, fields }: ChannelBlob, parts: CatalogParts, report: ReportFault): void {
  const { package: owner = "", entries = [] } = fields;
  const bundles = new Set(parts.bundlesOf(owner).map((bundle) => bundle.fields.name ?? ""));
  const seen = new Set<string>();
  for (const [index, { name = "", skips = [], skipRange = "" }] of entries.entries()) {
    const at = ["entries", index];
    if (name === "") report(blob, at, "the entry has no name", "Write the name of a bundle.");
    else if (!bundles.has(name)) {
      const hint = "Correct the name, or add the bundle: `tsop catalog add`.";
      report(blob, [...at, "name"], `the package ${quoted(owner)} has no bundle ${quoted(name)}`, hint);
    }
    if (seen.has(name)) report(blob, at, `the channel has two entries ${quoted(name)}`, "Keep one of them.");
    seen.add(name);
    for (const [number, skip] of skips.entries()) {
      if (skip === "") report(blob, [...at, "skips", number], "the skipped name is empty", "Remove the item.");
    }
    const range = skipRange === "" ? [] : parseVersionRange(skipRange);
    if (typeof range !== "string") continue;
    const message = `the skipRange ${quoted(skipRange)} is not a range of versions: ${range}`;
    report(blob, [...at, "skipRange"], message, 'Write bounds such as ">=1.0.0 <1.2.0"; || separates alternatives.');
  }
}
