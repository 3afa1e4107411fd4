/** Adds a bundle to a catalog: its document, and an entry in each channel. */
import { compareSemvers, parseSemver } from "../../../cel/semver.js";
import { defined } from "../../../core/defined.js";
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import { isSameJson, type JsonObject } from "../../../core/json.js";
import { csvKeys } from "../../annotations.js";
import { packageOf } from "../check/check-bundles.js";
import { type CatalogParts, partsOf } from "../check/check-catalog.js";
import { propertiesOf } from "../check/check-properties.js";
import { headsOf } from "../check/upgrade-graph.js";
import type { Catalog, ChannelBlob } from "../read/catalog.js";
import { schemas } from "../read/blob.js";
import type { ChannelEntry } from "../read/shapes.js";
import type { RenderedBundle } from "../render/render-bundle.js";
import { CatalogEdit } from "./catalog-edit.js";

export interface AddOptions {
  readonly channels: readonly string[];
  readonly defaultChannel: string | undefined;
  readonly replaces: string | undefined;
  readonly skips: readonly string[];
  readonly skipRange: string | undefined;
}

export type AddResult =
  | { readonly kind: "changed"; readonly files: ReadonlyMap<string, string>; readonly done: readonly string[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Returns the changed files; none if the catalog contains the bundle already. The result may be invalid: check it.
 *
 * @param folder - the folder of the catalog: the beginning of the path of a new file
 */
export function addBundle(
  {
    catalog,
    texts,
    folder,
  }: { readonly catalog: Catalog; readonly texts: ReadonlyMap<string, string>; readonly folder: string },
  rendered: RenderedBundle,
  options: AddOptions,
): AddResult {
  const adding = new Adding(new CatalogEdit(texts), partsOf(catalog), rendered, options, folder);
  return adding.run();
}

class Adding {
  readonly #edit: CatalogEdit;
  readonly #parts: CatalogParts;
  readonly #rendered: RenderedBundle;
  readonly #options: AddOptions;
  readonly #folder: string;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #done: string[] = [];

  constructor(edit: CatalogEdit, parts: CatalogParts, rendered: RenderedBundle, options: AddOptions, folder: string) {
    this.#edit = edit;
    this.#parts = parts;
    this.#rendered = rendered;
    this.#options = options;
    this.#folder = folder;
  }

  run(): AddResult {
    this.#addPackage();
    for (const name of this.#options.channels) this.#addEntry(name);
    this.#addDocument();
    if (this.#diagnostics.length > 0) return { kind: "refused", diagnostics: this.#diagnostics };
    return { kind: "changed", files: this.#edit.changedFiles(), done: this.#done };
  }

  /** The file for new documents of the package. */
  get #file(): string {
    const { package: owner } = this.#rendered;
    const last =
      this.#parts.bundlesOf(owner).at(-1) ??
      this.#parts.channelsOf(owner).at(-1) ??
      this.#parts.packages.find(({ fields }) => fields.name === owner);
    return last?.blob.file ?? `${this.#folder}/${owner}/catalog.yaml`;
  }

  #addPackage(): void {
    const { package: name, csv, channels } = this.#rendered;
    if (this.#parts.packageNames.has(name)) return;
    const [first = ""] = this.#options.channels;
    const named = this.#options.defaultChannel ?? this.#rendered.defaultChannel;
    const defaultChannel =
      named !== undefined && [...this.#options.channels, ...channels].includes(named) ? named : first;
    const { description = "", icon: [icon] = [] } = csv.spec ?? {};
    const document: JsonObject = defined({
      schema: schemas.package,
      name,
      defaultChannel,
      description: description === "" ? undefined : description,
      icon:
        icon === undefined || icon.base64data === undefined || icon.base64data === ""
          ? undefined
          : { base64data: icon.base64data, mediatype: icon.mediatype ?? "" },
    });
    this.#edit.append(this.#file, document);
    this.#done.push(`package ${name}`);
  }

  #addEntry(name: string): void {
    const { package: owner, name: bundle } = this.#rendered;
    const channel = this.#parts.channelsOf(owner).find(({ fields }) => fields.name === name);
    const present = channel?.fields.entries?.find((entry) => entry.name === bundle);
    if (channel !== undefined && present !== undefined) {
      this.#checkPresent(channel, present);
      return;
    }
    const replaces = channel === undefined ? this.#givenReplaces() : this.#replacesIn(channel);
    const entry: JsonObject = defined({ name: bundle, replaces, ...this.#otherEdges() });
    if (channel === undefined) {
      this.#edit.append(this.#file, { schema: schemas.channel, package: owner, name, entries: [entry] });
    } else {
      this.#edit.addItem(channel.blob, "entries", entry);
    }
    this.#done.push(
      `entry ${bundle} in the channel ${name}${replaces === undefined ? "" : `, which replaces ${replaces}`}`,
    );
  }

  #givenReplaces(): string | undefined {
    const stated = this.#options.replaces ?? this.#rendered.csv.spec?.replaces ?? "";
    return stated === "" ? undefined : stated;
  }

  #otherEdges(): { skips?: string[]; skipRange?: string } {
    const { csv } = this.#rendered;
    const { skips, skipRange = csv.metadata?.annotations?.[csvKeys.skipRange] ?? "" } = this.#options;
    const all = skips.length > 0 ? skips : (csv.spec?.skips ?? []);
    return defined({
      skips: all.length === 0 ? undefined : [...all],
      skipRange: skipRange === "" ? undefined : skipRange,
    });
  }

  /** An entry that exists keeps its edges, unless the user names others. */
  #checkPresent({ blob, fields }: ChannelBlob, { replaces = "", skips = [], skipRange = "" }: ChannelEntry): void {
    const { options } = { options: this.#options };
    const isSame =
      (options.replaces === undefined || options.replaces === replaces) &&
      (options.skips.length === 0 || isSameJson(options.skips, skips)) &&
      (options.skipRange === undefined || options.skipRange === skipRange);
    if (isSame) return;
    const index = (fields.entries ?? []).findIndex((entry) => entry.name === this.#rendered.name);
    const message = `the channel ${JSON.stringify(fields.name)} has the entry ${this.#rendered.name} with other edges`;
    const hint = "Change the entry in the file, or omit --replaces, --skips and --skip-range.";
    this.#diagnostics.push(errorAt("catalog/exists", blob.at(["entries", index]), message, hint));
  }

  /** Returns what the new entry replaces: as stated, or the newest entry that it does not skip. */
  #replacesIn(channel: ChannelBlob): string | undefined {
    const stated = this.#givenReplaces();
    if (stated !== undefined) return stated;
    const { entries = [] } = channel.fields;
    const skips = new Set(this.#otherEdges().skips);
    let [head = ""] = headsOf(entries);
    for (let count = 0; skips.has(head) && count < entries.length; count += 1) {
      head = entries.find(({ name }) => name === head)?.replaces ?? "";
    }
    if (head === "") return undefined;
    this.#checkOrder(channel, head);
    return head;
  }

  #checkOrder({ blob, fields }: ChannelBlob, head: string): void {
    const { package: owner, name, version } = this.#rendered;
    const other = this.#parts.bundlesOf(owner).find((bundle) => bundle.fields.name === head);
    const theirs = packageOf(other && propertiesOf(other.blob).find(({ type }) => type === "olm.package")).version;
    const [left, right] = [parseSemver(version), parseSemver(theirs)];
    if (typeof left === "string" || typeof right === "string" || compareSemvers(left, right) > 0) return;
    const message = `${name} is not newer than ${head}, the head of the channel ${JSON.stringify(fields.name)}`;
    const hint = "Name the entry that it replaces: --replaces NAME. A newer entry then has to replace or skip it.";
    this.#diagnostics.push(errorAt("catalog/exists", blob.at(["entries"]), message, hint));
  }

  #addDocument(): void {
    const { package: owner, name, document } = this.#rendered;
    const present = this.#parts.bundlesOf(owner).find(({ fields }) => fields.name === name);
    if (present === undefined) {
      this.#edit.append(this.#file, document);
      this.#done.push(`bundle ${name}`);
    } else if (!isSameJson(present.blob.value, document)) {
      const message = `the catalog has a bundle ${name} with other content`;
      const hint = "Publish the new content under a new version. A published bundle does not change.";
      this.#diagnostics.push(errorAt("catalog/exists", present.blob.at([]), message, hint));
    }
  }
}
