/** The annotations of Chart.yaml for Artifact Hub (artifacthub.io/docs/topics/annotations/helm). */
import { prerelease } from "semver";
import { defined } from "../../core/defined.js";
import type { ExactJsonObject, ExactJsonValue } from "../../core/json.js";
import { printYaml } from "../../core/yaml.js";
import { isCrd } from "../facts.js";
import { at, idOf, listAt, textAt } from "../objects.js";
import type { ChangeEntry } from "./changes.js";

export interface HubInput {
  readonly version: string;
  readonly license: string | undefined;
  readonly links: readonly { readonly name: string; readonly url: string }[];
  readonly changes: readonly ChangeEntry[];
  /** The key that signs the archives of the chart. */
  readonly signKey: { readonly fingerprint: string | undefined; readonly url: string } | undefined;
  readonly objects: readonly ExactJsonObject[];
  /** The objects of config/samples. */
  readonly samples: readonly ExactJsonObject[];
  /** The operator's image; undefined if no registry serves it. */
  readonly image: { readonly name: string; readonly image: string } | undefined;
}

/** Returns the annotations by name. Their values are texts, most of them in YAML. */
export function hubAnnotations(input: HubInput): Record<string, string> {
  const { version, license, links, changes, signKey, objects, samples, image } = input;
  const crds = objects.filter(isCrd);
  const kinds = new Set(crds.map((crd) => kindKey(textAt(crd, "spec", "group"), textAt(crd, "spec", "names", "kind"))));
  const examples = samples.filter((sample) => kinds.has(kindKey(idOf(sample).group, idOf(sample).kind)));
  const isSecurity = changes.some(({ kind }) => kind === "security");
  const annotations = defined({
    changes: printList(changes.map(printChange)),
    containsSecurityUpdates: changes.length === 0 ? undefined : String(isSecurity),
    crds: printList(crds.map(describeCrd)),
    crdsExamples: printList(examples),
    images: printList(image === undefined ? [] : [{ name: image.name, image: image.image }]),
    license,
    links: printList(links.map(({ name, url }) => ({ name, url }))),
    operator: "true",
    prerelease: String(prerelease(version) !== null),
    signKey: signKey && printYaml(defined({ fingerprint: signKey.fingerprint, url: signKey.url })),
  });
  return Object.fromEntries(Object.entries(annotations).map(([name, value]) => [`artifacthub.io/${name}`, value]));
}

function kindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}

function printList(items: readonly ExactJsonValue[]): string | undefined {
  return items.length === 0 ? undefined : printYaml([...items], { keepOrder: true });
}

function printChange({ kind, description, links }: ChangeEntry): ExactJsonObject {
  const all = links.map(({ name, url }) => ({ name, url }));
  return defined({ kind, description, links: all.length === 0 ? undefined : all });
}

function describeCrd(crd: ExactJsonObject): ExactJsonObject {
  const versions = listAt(crd, "spec", "versions");
  const stored = versions.find((version) => at(version, "storage") === true) ?? versions[0];
  const kind = textAt(crd, "spec", "names", "kind");
  const description = textAt(stored, "schema", "openAPIV3Schema", "description").split("\n")[0]?.trim() ?? "";
  return {
    kind,
    version: textAt(stored, "name"),
    name: idOf(crd).name,
    displayName: kind.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2"),
    description: description === "" ? `The kind ${kind} of the group ${textAt(crd, "spec", "group")}.` : description,
  };
}
