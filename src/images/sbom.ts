/**
 * The bill of materials of an operator in the CycloneDX format (cyclonedx.org/docs/1.7/json). The same input produces
 * the same text.
 */
import type { UnknownObject } from "../core/json.js";
import type { BundledPackages } from "./bundled-packages.js";
import type { PackageFacts } from "./package-facts.js";

export interface SbomInput {
  readonly project: {
    readonly name: string;
    readonly version?: string | undefined;
    readonly license?: string | undefined;
  };
  readonly bundled: BundledPackages;
  readonly packageIn: (folder: string) => PackageFacts;
  readonly tsopVersion: string;
  readonly baseImage?: string | undefined;
  /** The time in seconds since 1970. Set only if the user has set it. */
  readonly created?: number | undefined;
}

export function printSbom(input: SbomInput): string {
  const { project, bundled, packageIn, tsopVersion, baseImage, created } = input;
  const refs = new Map(bundled.folders.map((folder) => [folder, refOf(packageIn(folder))]));
  const own = project.version === undefined ? project.name : `${project.name}@${project.version}`;
  const root = `operator:${own}`;
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.7.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.7",
    version: 1,
    metadata: {
      ...(created === undefined ? {} : { timestamp: new Date(created * 1000).toISOString() }),
      tools: { components: [{ type: "application", name: "tsop", version: tsopVersion }] },
      component: {
        type: "application",
        "bom-ref": root,
        name: project.name,
        ...(project.version === undefined ? {} : { version: project.version }),
        ...licenses(project.license),
      },
    },
    components: [
      ...byRef([...bundled.folders.map(packageIn), ...[...bundled.within.values()].flat()].map(component)),
      ...(baseImage === undefined ? [] : [container(baseImage)]),
    ],
    dependencies: dependencies(bundled, (folder) => (folder === undefined ? root : (refs.get(folder) ?? root))),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function component(facts: PackageFacts): UnknownObject {
  const { name, version, license, integrity, isFromRegistry } = facts;
  return {
    type: "library",
    "bom-ref": refOf(facts),
    name,
    version,
    ...hashes(integrity),
    ...licenses(license),
    ...(isFromRegistry ? { purl: packageUrl(name, version) } : {}),
  };
}

/** Merges components: the same version in two folders is a single component. */
function byRef(components: readonly UnknownObject[]): UnknownObject[] {
  const unique = new Map(components.map((each) => [String(each["bom-ref"]), each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

function container(image: string): UnknownObject {
  const [reference = image, digest] = image.split("@", 2);
  const tag = /:([\w.-]+)$/.exec(reference)?.[1];
  const name = tag === undefined ? reference : reference.slice(0, -tag.length - 1);
  const version = digest ?? tag;
  return { type: "container", "bom-ref": `image:${image}`, name, ...(version === undefined ? {} : { version }) };
}

function dependencies(bundled: BundledPackages, refOfFolder: (folder: string | undefined) => string): UnknownObject[] {
  const all = new Map<string, Set<string>>();
  for (const [from, targets] of bundled.imports) {
    const ref = refOfFolder(from);
    const known = all.get(ref) ?? new Set<string>();
    all.set(ref, known);
    const within = from === undefined ? [] : (bundled.within.get(from) ?? []);
    for (const target of [...targets.map(refOfFolder), ...within.map(refOf)]) if (target !== ref) known.add(target);
    for (const each of within) all.set(refOf(each), all.get(refOf(each)) ?? new Set());
  }
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() }));
}

function refOf({ name, version }: PackageFacts): string {
  return `${name}@${version}`;
}

/** Source: github.com/package-url/purl-spec, types/npm. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.split("/").map(encodeURIComponent).join("/")}@${encodeURIComponent(version)}`;
}

/** Returns the hash. Ignores a value whose length does not fit the algorithm. */
function hashes(integrity: string | undefined): UnknownObject {
  const [, bits, value] = /^sha(256|384|512)-([A-Za-z0-9+/=]+)$/.exec(integrity ?? "") ?? [];
  const content = Buffer.from(value ?? "", "base64");
  if (bits === undefined || content.length * 8 !== Number(bits)) return {};
  return { hashes: [{ alg: `SHA-${bits}`, content: content.toString("hex") }] };
}

/** Returns the licence as an SPDX expression, or as a text: "SEE LICENSE IN …". */
function licenses(license: string | undefined): UnknownObject {
  if (license === undefined) return {};
  const isExpression = /^\(*[\w.+-]+\)*(?: (?:AND|OR|WITH) \(*[\w.+-]+\)*)*$/.test(license) && license !== "UNLICENSED";
  return { licenses: [isExpression ? { expression: license } : { license: { name: license } }] };
}
