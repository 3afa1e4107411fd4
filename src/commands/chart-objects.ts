/** The objects of a chart: the objects that `deploy` applies, and the optional objects of the project. */
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import { printYaml, parseYaml } from "../core/yaml.js";
import { TsopError } from "../core/errors.js";
import { idOf, listAt, textAt, textListAt } from "../helm/objects.js";
import { diskFiles } from "../render/disk-files.js";
import type { Files } from "../render/folder.js";
import { render } from "../render/render.js";
import type { Context } from "./context.js";
import { readBuilt, renderSource, type RenderSource } from "./rendered-objects.js";

export interface ChartObjects {
  readonly objects: readonly ExactJsonObject[];
  readonly optional: readonly ExactJsonObject[];
  readonly namePrefix: string;
}

/** Scaffolded folders that the kustomization omits by default. */
const optionalFolders = ["prometheus", "network-policy"];

/** @throws TsopError `render/…` */
export async function readChartObjects(
  source: Required<Pick<RenderSource, "dir">> & RenderSource,
  context: Context,
): Promise<ChartObjects> {
  const { dir, kustomize, files = diskFiles } = source;
  const root = realpathSync(context.cwd);
  const folder = path.resolve(root, dir);
  // Print and read the objects again, so that the field order does not depend on the renderer.
  const objects = readBuilt((await renderSource(source, context)).yaml)
    .exactObjects()
    .flatMap(toMap);
  if (objects.length === 0) {
    throw new TsopError("render/invalid", `the kustomization in ${dir} generates no objects`, {
      hint: "List the files to deploy in its `resources`.",
    });
  }
  // Rendering has already checked that exactly one of these files exists.
  const file =
    ["kustomization.yaml", "kustomization.yml", "Kustomization"]
      .map((name) => path.join(folder, name))
      .find(existsSync) ?? "";
  const text = Buffer.from(diskFiles.read(file)).toString("utf8");
  // YAML that kustomize can read contains only JSON values.
  const kustomization = parseYaml(text, path.relative(root, file)) as ExactJsonValue;
  const listed = textListAt(kustomization, "resources").map((entry) => path.resolve(folder, entry));
  const missing = optionalFolders
    .map((name) => path.resolve(folder, "..", name))
    .filter((place) => existsSync(path.join(place, "kustomization.yaml")) && !listed.includes(place));
  return {
    objects,
    optional: missing.flatMap((place) => extraObjects(place)),
    namePrefix: textAt(kustomization, "namePrefix"),
  };

  /** Returns the objects that a folder would add if `resources` listed it. */
  function extraObjects(place: string): ExactJsonObject[] {
    const resources = [...listAt(kustomization, "resources"), path.relative(folder, place)];
    const more = printYaml({ ...(isJsonObject(kustomization) ? kustomization : {}), resources });
    const known = new Set(objects.map(keyOf));
    try {
      const { yaml } = render(folder, withText(files, file, more), root);
      const all = readBuilt(yaml).exactObjects().flatMap(toMap);
      return all.filter((object) => !known.has(keyOf(object)));
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      // The objects are already included in another way, or only the other kustomize can render this project.
      if (error.code === "render/duplicate" || kustomize !== undefined) return [];
      throw error;
    }
  }
}

/** Returns the objects of config/samples, in the order of its kustomization. @throws TsopError `render/…` */
export async function readSamples(files: Files, context: Context): Promise<readonly ExactJsonObject[]> {
  const dir = "config/samples";
  if (!existsSync(path.join(context.cwd, dir, "kustomization.yaml"))) return [];
  return readBuilt((await renderSource({ dir, files }, context)).yaml)
    .exactObjects()
    .flatMap(toMap);
}

function keyOf(object: ExactJsonValue): string {
  const { group, kind, namespace, name } = idOf(object);
  return [group, kind, namespace, name].join("|");
}

/** Returns the same files, with a new text for one of them. */
function withText(files: Files, file: string, text: string): Files {
  const real = files.resolve(file)?.path ?? file;
  return {
    ...files,
    read: (location) => (location === real || location === file ? Buffer.from(text) : files.read(location)),
  };
}

function toMap(object: ExactJsonValue): ExactJsonObject[] {
  return isJsonObject(object) ? [object] : [];
}
