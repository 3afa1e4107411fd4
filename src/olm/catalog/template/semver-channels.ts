/** The channels of a semver template. Source: operator-registry, alpha/template/semver/semver.go. */
import { compareSemvers, parseSemver, type Semver } from "../../../cel/semver.js";
import { compareText } from "../../../core/compare-text.js";
import { defined } from "../../../core/defined.js";
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import { groupBy } from "../../../core/group-by.js";
import type { JsonObject } from "../../../core/json.js";
import { schemas } from "../read/blob.js";
import type { RenderedBundle } from "../render/render-bundle.js";
import { type NamedBundle, type SemverTemplate, stabilities, type Stability, type Stream } from "./read-template.js";

export type RenderedTemplate =
  | { readonly kind: "documents"; readonly documents: readonly JsonObject[] }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

interface Version {
  readonly name: string;
  readonly version: Semver;
}

interface Channel {
  readonly name: string;
  readonly stability: Stability;
  readonly stream: Stream;
  /** The lowest version of the channel. */
  readonly first: Semver;
  readonly entries: readonly JsonObject[];
}

/** @param rendered - the bundle of each image of the template */
export function renderSemver(
  template: SemverTemplate,
  rendered: ReadonlyMap<string, RenderedBundle>,
): RenderedTemplate {
  const diagnostics = faultsOf(template, rendered);
  const [some] = rendered.values();
  if (some === undefined || diagnostics.length > 0) return { kind: "faults", diagnostics };
  const channels = stabilities.flatMap((stability) => {
    const versions = template.bundles[stability].flatMap(({ image }) => versionOf(rendered.get(image)) ?? []);
    const sorted = versions.toSorted((a, b) => compareSemvers(a.version, b.version));
    return template.streams.flatMap((stream) => channelsOf(stability, stream, sorted));
  });
  const preferred = channels.reduce((best, each) => (isBetter(each, best, template.preferred) ? each : best));
  const documents: JsonObject[] = [
    { schema: schemas.package, name: some.package, defaultChannel: preferred.name },
    ...channels
      .toSorted((a, b) => compareText(a.name, b.name))
      .map(({ name, entries }) => ({ schema: schemas.channel, name, package: some.package, entries: [...entries] })),
    ...[...rendered.values()].toSorted((a, b) => compareText(a.name, b.name)).map(({ document }) => document),
  ];
  return { kind: "documents", documents };
}

function versionOf(bundle: RenderedBundle | undefined): Version | undefined {
  const version = parseSemver(bundle?.version ?? "");
  return bundle === undefined || typeof version === "string" ? undefined : { name: bundle.name, version };
}

/**
 * The newest patch of each minor version replaces the newest patch of the minor version before, and skips all other
 * lower versions; a major version starts again. @param versions - in ascending order
 */
function channelsOf(stability: Stability, stream: Stream, versions: readonly Version[]): Channel[] {
  const entries = new Map<string, JsonObject>();
  for (const line of groupBy(versions, ({ version }) => String(version.major)).values()) {
    let replaces: string | undefined;
    line.forEach(({ name, version }, index) => {
      const next = line[index + 1];
      if (next?.version.minor === version.minor) {
        entries.set(name, { name });
        return;
      }
      const lower = line.slice(0, index).map((each) => each.name);
      const skips = lower.filter((each) => each !== replaces).toSorted(compareText);
      entries.set(name, defined({ name, replaces, skips: skips.length === 0 ? undefined : skips }));
      replaces = name;
    });
  }
  const channelName = ({ version: { major, minor } }: Version): string =>
    `${stability}-v${major}${stream === "minor" ? `.${minor}` : ""}`;
  return [...groupBy(versions, channelName)].flatMap(([name, inside]) => {
    const [first] = inside;
    if (first === undefined) return [];
    return [
      { name, stability, stream, first: first.version, entries: inside.map((each) => entries.get(each.name) ?? {}) },
    ];
  });
}

/** Compares by the stability, by the lowest version, and by the type of the channel. */
function isBetter(channel: Channel, best: Channel, preferred: Stream): boolean {
  if (channel.stability !== best.stability) {
    return stabilities.indexOf(channel.stability) > stabilities.indexOf(best.stability);
  }
  const order = compareSemvers(channel.first, best.first);
  return order > 0 || (order === 0 && channel.stream === preferred && best.stream !== preferred);
}

function faultsOf(template: SemverTemplate, rendered: ReadonlyMap<string, RenderedBundle>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const [owner] = rendered.values();
  const imageOf = new Map<string, string>();
  for (const stability of stabilities) {
    const seen = new Map<string, string>();
    for (const bundle of template.bundles[stability]) {
      const read = rendered.get(bundle.image);
      if (read === undefined || owner === undefined) continue;
      report(found, bundle, faultOf(bundle.image, read, owner.package, { imageOf, seen, stability }));
    }
  }
  return found;
}

interface Known {
  /** The image of each bundle, by its name. */
  readonly imageOf: Map<string, string>;
  /** The bundle of each version of the same stability. */
  readonly seen: Map<string, string>;
  readonly stability: Stability;
}

function faultOf(
  image: string,
  { name, package: owner, version }: RenderedBundle,
  expected: string,
  { imageOf, seen, stability }: Known,
): string | undefined {
  if (owner !== expected) return `the bundle ${name} belongs to the package ${owner}, and others to ${expected}`;
  const other = imageOf.get(name);
  if (other !== undefined && other !== image) return `the bundle ${name} has two images: ${other} and ${image}`;
  imageOf.set(name, image);
  const [plain = ""] = version.split("+");
  const same = seen.get(plain);
  seen.set(plain, name);
  if (same === name) return `${stability} names the bundle ${name} twice`;
  return same === undefined
    ? undefined
    : `${same} and ${name} have the same version ${plain}, apart from build metadata`;
}

function report(found: Diagnostic[], { at }: NamedBundle, message: string | undefined): void {
  if (message === undefined) return;
  found.push(errorAt("catalog/invalid-template", at, message, "Remove one of them, or correct its version."));
}
