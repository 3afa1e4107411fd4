/** The author's part of a bundle: config/manifests, which tsop creates once. */
import path from "node:path";

import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { field, text } from "../../core/json-fields.js";
import type { SourceLocation } from "../../core/source-location.js";
import { textAt } from "../../core/object-fields.js";
import { parseLocatedYaml } from "../../core/yaml.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import type { Tree } from "../../machinery/tree.js";
import { csvKind, type Icon } from "../../olm/csv.js";
import { defaultBase, manifestsKustomization, type PackageFacts } from "../../olm/generate/base.js";
import { drawInitials, iconTypes } from "../../olm/generate/icon.js";
import { jsonOf } from "../../project/files.js";

export const manifestsFolder = "config/manifests";

/** Creates the files that are missing: the base, the kustomization, and with them the icon. Returns the path of the base. */
export function createAuthorsPart(tree: Tree, packageName: string, root: string): string {
  const own = `bases/${packageName}.clusterserviceversion.yaml`;
  const bases = tree.list(`${manifestsFolder}/bases`).filter((name) => name.endsWith(".clusterserviceversion.yaml"));
  const [only] = bases.length === 1 ? bases : [];
  const base = only === undefined || bases.includes(path.posix.basename(own)) ? own : `bases/${only}`;
  const file = `${manifestsFolder}/${base}`;
  if (!tree.exists(file)) {
    tree.create(file, defaultBase(packageName, packageFacts(root)));
    if (iconFile(tree) === undefined) tree.create(`${manifestsFolder}/icon.svg`, drawInitials(packageName));
  }
  const hasKustomization = kustomizations.some((name) => tree.exists(`${manifestsFolder}/${name}`));
  if (!hasKustomization) tree.create(`${manifestsFolder}/kustomization.yaml`, manifestsKustomization(base));
  return file;
}

const kustomizations = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export interface Base {
  readonly csv: ExactJsonObject;
  /** The location of `spec` in the file. */
  readonly at: SourceLocation;
}

/** Finds the author's part among the rendered objects, which can have patches. @throws TsopError `bundle/no-base` */
export function baseOf(objects: readonly ExactJsonObject[], tree: Tree, file: string): Base {
  const csv = objects.find((object) => textAt(object, "kind") === csvKind);
  if (csv === undefined) {
    throw new TsopError("bundle/no-base", `the kustomization in ${manifestsFolder} does not contain ${file}`, {
      at: { file: `${manifestsFolder}/kustomization.yaml` },
      hint: `Add the file to its resources: - ${file.slice(manifestsFolder.length + 1)}`,
    });
  }
  const { values, lineOf } = parseLocatedYaml(tree.read(file) ?? "", file);
  const spec = field(values[0], "spec");
  const line = typeof spec === "object" && spec !== null ? lineOf(spec) : undefined;
  return { csv, at: defined({ file, line }) };
}

/** Reads the icon beside the base. It must be a file: a link could lead out of the project. */
export function readIcon(tree: Tree, files: Snapshot): Icon | undefined {
  const file = iconFile(tree);
  if (file === undefined) return undefined;
  const bytes = files.exists(file) ? files.raw?.(file)?.bytes : Buffer.from(tree.read(file) ?? "");
  if (bytes === undefined) return undefined;
  return { base64data: Buffer.from(bytes).toString("base64"), mediatype: iconTypes[path.posix.extname(file)] ?? "" };
}

function iconFile(tree: Tree): string | undefined {
  return Object.keys(iconTypes)
    .map((extension) => `${manifestsFolder}/icon${extension}`)
    .find((file) => tree.exists(file));
}

function packageFacts(root: string): PackageFacts {
  const json = jsonOf(root, "package.json");
  const keywords = field(json, "keywords");
  const repository = text(json, "repository") ?? text(field(json, "repository"), "url");
  return defined({
    description: text(json, "description"),
    keywords: Array.isArray(keywords) ? keywords.filter((each) => typeof each === "string") : undefined,
    homepage: urlOf(text(json, "homepage")),
    repository: urlOf(repository),
    author: authorOf(json),
  });
}

/** Returns an address that a browser opens: `git+https://example.com/x.git` is `https://example.com/x`. */
function urlOf(given: string | undefined): string | undefined {
  const url = given?.replace(/^git\+/, "").replace(/\.git$/, "");
  return url !== undefined && /^https?:\/\/[^\s]+$/.test(url) ? url : undefined;
}

/** Reads `Ann <ann@example.com> (https://example.com)`, or the same as an object. */
function authorOf(json: unknown): PackageFacts["author"] {
  const author = field(json, "author");
  if (isJsonObject(author)) return defined({ name: text(author, "name"), email: text(author, "email") });
  const given = text(json, "author") ?? "";
  const name = given.split(/[<(]/, 1).join("").trim();
  const email = /<([^<>@\s]+@[^<>@\s]+)>/.exec(given)?.[1];
  return name === "" ? undefined : defined({ name, email });
}
