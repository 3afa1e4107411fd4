/** Reads manifests as `kubectl apply -f` does: a file, or the files of a folder. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { isJsonObject } from "../core/json.js";
import { nearest } from "../core/suggest.js";
import { parseAllYaml } from "../core/yaml.js";
import type { KubeObject } from "../kube/objects.js";

/** An object and its file. */
export interface Manifest {
  /** The path as given, so that messages contain names that the user knows. */
  readonly file: string;
  readonly object: KubeObject;
}

/**
 * Returns the objects of a file, or of the files of a folder (`.yaml`, `.yml`, `.json`) in the order of their names.
 * Expands a `List` to its items. Ignores kustomizations: they describe how to combine manifests, and are not manifests.
 *
 * @throws TsopError `files/read-failed`, `yaml/invalid`, `cluster/not-an-object`
 */
export function readManifests(root: string, place: string): Manifest[] {
  return filesOf(root, place).flatMap((file) =>
    parseAllYaml(read(path.resolve(root, file), file), file)
      .flatMap(itemsOf)
      .map((value) => ({ file, object: toObject(value, file) }))
      .filter(({ object }) => !object.apiVersion.startsWith("kustomize.config.k8s.io/")),
  );
}

/** A kustomization may omit its kind. Its configuration, which has this customary name, has no kind at all. */
const kustomizeFile = /^kustomiz(?:ation|econfig)\.ya?ml$/;

function filesOf(root: string, place: string): string[] {
  const absolute = path.resolve(root, place);
  try {
    if (!statSync(absolute).isDirectory()) return [place];
    const names = readdirSync(absolute).filter((name) => /\.(ya?ml|json)$/.test(name) && !kustomizeFile.test(name));
    return names.toSorted().map((name) => path.join(place, name));
  } catch (error) {
    throw unreadable(place, error, absolute);
  }
}

function read(absolute: string, file: string): string {
  try {
    return readFileSync(absolute, "utf8");
  } catch (error) {
    throw unreadable(file, error, absolute);
  }
}

function unreadable(place: string, cause: unknown, absolute: string): TsopError {
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
  const why = isMissing ? "it does not exist" : String(cause);
  return new TsopError("files/read-failed", `cannot read ${place}: ${why}`, {
    hint: `${isMissing ? meantInstead(place, absolute) : ""}Paths are relative to the project's folder. Run \`npm run manifests\` to generate manifests.`,
    cause,
  });
}

/** Suggests a file in the same folder with a similar name. */
function meantInstead(place: string, absolute: string): string {
  const folder = path.dirname(absolute);
  const meant = existsSync(folder) ? nearest(path.basename(absolute), readdirSync(folder)) : undefined;
  return meant === undefined ? "" : `Did you mean ${path.join(path.dirname(place), meant)}? `;
}

function itemsOf(value: unknown): unknown[] {
  if (!isJsonObject(value) || value["kind"] !== "List") return [value];
  return Array.isArray(value["items"]) ? value["items"] : [];
}

function toObject(value: unknown, file: string): KubeObject {
  if (isObject(value)) return value;
  const problem = "expected a Kubernetes object, with apiVersion, kind and metadata.name";
  throw new TsopError("cluster/not-an-object", problem, {
    at: { file },
    hint: "Move other files out of the folder, or pass the names of the manifest files.",
  });
}

function isObject(value: unknown): value is KubeObject {
  if (!isJsonObject(value)) return false;
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return false;
  if (apiVersion.startsWith("kustomize.config.k8s.io/")) return true;
  return isJsonObject(metadata) && typeof metadata["name"] === "string";
}
