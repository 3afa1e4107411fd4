/** Creates the files of a helm chart from rendered objects. Pure; other code merges files that the user has edited. */
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { ExactJsonObject } from "../core/json.js";
import { type ChartAbout, printHelmIgnore, printHelpers, printNotes } from "./chart-files.js";
import { type Facts, isCrd, isKind, readFacts } from "./facts.js";
import { templateObject, type ObjectTemplate } from "./object-template.js";
import { idOf, mapAt, showId, textAt } from "./objects.js";
import { repositoryFile } from "./hub/repository-file.js";
import { createSlots } from "./slots.js";
import { printTestPod } from "./test-pod.js";
import { type Image, planValues, type ValueGroup } from "./values.js";
import { printValues } from "./values-file.js";

export interface ChartInput {
  readonly about: ChartAbout;
  /** The objects that `deploy` applies. */
  readonly objects: readonly ExactJsonObject[];
  /** The objects that the user can turn on. */
  readonly optional: readonly ExactJsonObject[];
  readonly namePrefix: string;
  /** The operator's image; undefined keeps the image in the objects. */
  readonly image: string | undefined;
  /** The file that records the last generated files. It is not part of the chart. */
  readonly recordName: string;
}

export interface Chart {
  readonly values: ValueGroup;
  readonly crds: readonly ExactJsonObject[];
  /** The name of the operator's container. */
  readonly container: string;
  /** All files that do not depend on the merged values.yaml. Paths are relative to the chart. */
  readonly files: readonly Artifact[];
  readonly warnings: readonly Diagnostic[];
}

/** @throws TsopError `helm/no-manager`, `helm/own-kind` */
export function planChart(input: ChartInput): Chart {
  const { about, recordName } = input;
  const all = [...input.objects, ...input.optional].filter((object) => !isKind(object, "", "Namespace"));
  refuseOwnKinds(all);
  const facts = readFacts(about.name, input.namePrefix, all);
  const helpers = about.name;
  const slots = createSlots(JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? "" : value)));
  const templates = all.map((object) => templateObject(object, { facts, slots, helpers }));
  const required = templates.filter((_, index) => !input.optional.includes(all[index] ?? {}));
  const image = splitImage(input.image ?? textAt(facts.container, "image"));
  const values = planValues({
    facts,
    image,
    conditions: conditionsOf(templates),
    defaults: conditionsOf(required),
  });
  const paths = filePaths(all, templates, facts);
  const testPod = printTestPod(helpers, facts);
  return {
    values,
    crds: all.filter(isCrd),
    container: textAt(facts.container, "name"),
    files: [
      { path: "values.yaml", content: printValues(values) },
      { path: ".helmignore", content: printHelmIgnore([recordName, repositoryFile]) },
      { path: "templates/_helpers.tpl", content: printHelpers(helpers, facts) },
      { path: "templates/NOTES.txt", content: printNotes({ helpers, facts, crds: crdNames(all) }) },
      ...(testPod === undefined ? [] : [{ path: "templates/tests/test.yaml", content: testPod }]),
      ...templates.map((template, index) => ({
        path: paths[index] ?? "",
        content: guard(template.conditions, slots.print(template.object)),
      })),
    ],
    warnings: [...(image.repository === "controller" ? [placeholderImage] : []), ...all.flatMap(secretWarning)],
  };
}

function guard(conditions: readonly string[], yaml: string): string {
  if (conditions.length === 0) return yaml;
  const names = conditions.map((name) => `.Values.${name}`).join(" ");
  return `{{- if ${conditions.length > 1 ? `and ${names}` : names} }}\n${yaml}{{- end }}\n`;
}

function conditionsOf(templates: readonly ObjectTemplate[]): ReadonlySet<string> {
  return new Set(templates.flatMap(({ conditions }) => conditions));
}

function crdNames(objects: readonly ExactJsonObject[]): string[] {
  return objects.filter(isCrd).map((object) => idOf(object).name);
}

/** Returns the paths: `templates/rbac/clusterrole-manager-role.yaml`. A number distinguishes equal paths. */
function filePaths(
  objects: readonly ExactJsonObject[],
  templates: readonly ObjectTemplate[],
  { prefix, namespace }: Facts,
): string[] {
  const taken = new Set<string>();
  return objects.map((object, index) => {
    const id = idOf(object);
    const short = id.name.startsWith(`${prefix}-`) ? id.name.slice(prefix.length + 1) : id.name;
    const folder = templates[index]?.folder ?? "extra";
    const parts = [
      ...(folder === "crd" ? [] : [id.kind.toLowerCase()]),
      ...(id.namespace === "" || id.namespace === namespace ? [] : [id.namespace]),
      short,
    ];
    const base = `templates/${folder}/${parts.join("-").replaceAll(/[^A-Za-z0-9.-]/g, "-")}`;
    let path = `${base}.yaml`;
    for (let number = 2; taken.has(path.toLowerCase()); number += 1) path = `${base}-${number}.yaml`;
    taken.add(path.toLowerCase());
    return path;
  });
}

/** Splits an image reference: `registry:5000/name:tag@sha256:…` */
export function splitImage(image: string): Image {
  const [named = "", digest = ""] = image.split("@");
  const colon = named.lastIndexOf(":");
  // A colon before a slash belongs to a port.
  if (colon <= named.lastIndexOf("/")) return { repository: named, tag: digest === "" ? "latest" : "", digest };
  return { repository: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

function refuseOwnKinds(objects: readonly ExactJsonObject[]): void {
  const crds = objects.filter(isCrd);
  const own = new Set(crds.map((crd) => `${textAt(crd, "spec", "group")}/${textAt(crd, "spec", "names", "kind")}`));
  const [found] = objects.filter((object) => own.has(`${idOf(object).group}/${idOf(object).kind}`));
  if (found === undefined) return;
  throw new TsopError("helm/own-kind", `helm cannot install ${showId(idOf(found))} together with the CRD of its kind`, {
    hint: "Remove it from the kustomization. Users of the chart can apply it after the installation, or you can add a hook to templates/ (helm.sh/hook: post-install,post-upgrade).",
  });
}

const placeholderImage: Diagnostic = {
  code: "helm/placeholder-image",
  severity: "warning",
  message: "the chart names the image controller:latest, which no registry serves",
  hint: "Name the operator's image: tsop helm chart --img registry.example.com/demo:v0.1.0",
};

function secretWarning(object: ExactJsonObject): Diagnostic[] {
  const isEmpty = ["data", "stringData"].every((field) => Object.keys(mapAt(object, field)).length === 0);
  if (!isKind(object, "", "Secret") || isEmpty) return [];
  return [
    {
      code: "helm/secret",
      severity: "warning",
      message: `the chart contains ${showId(idOf(object))} in plain text for all readers of the chart`,
      hint: "Remove it from the kustomization, and let the users of the chart create it.",
    },
  ];
}
