/** Reads the files that the COPY instructions of a Dockerfile add to an image. */
import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import path from "node:path";
import { TsopError } from "../../../core/errors.js";
import { admittedPaths, ignoreRules } from "../../../images/dockerignore.js";
import type { CopyStep } from "../../../images/read-dockerfile.js";
import type { LayerEntry } from "../../../oci/layer.js";

/** Folders that every base image contains: their permissions are those of the base image. */
const standardFolders = new Set(
  "bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var".split(" "),
);

/** A file or folder of the project, relative to it and with slashes. */
interface Found {
  readonly path: string;
  readonly isFolder: boolean;
  readonly mode: number;
}

/**
 * Returns the entries of the layer. A later instruction replaces the files of an earlier one.
 *
 * @throws TsopError `image/copy-failed` for a source that is missing, excluded, outside the project, or a link
 */
export function copiedFiles(root: string, copies: readonly CopyStep[], dockerignore: string): LayerEntry[] {
  const entries = new Map<string, LayerEntry>();
  const rules = ignoreRules(dockerignore);
  for (const copy of copies) {
    for (const source of copy.sources) {
      for (const entry of copyOne(root, copy, source, rules)) entries.set(entry.path, entry);
    }
  }
  return [...entries.values()];
}

function copyOne(root: string, copy: CopyStep, source: string, rules: readonly string[]): LayerEntry[] {
  const relative = path.posix.normalize(source.replace(/^\/+/, "")).replace(/\/$/, "");
  if (relative === ".." || relative.startsWith("../")) throw refused(source, "is outside the folder of the Dockerfile");
  const start = find(root, relative, source);
  const target = path.posix.normalize(copy.target).replace(/^\/|\/$/g, "");
  const { uid, gid } = copy.owner;
  const entryOf = (found: Found, to: string): LayerEntry => ({
    path: path.posix.normalize(to),
    mode: copy.mode ?? found.mode,
    uid,
    gid,
    bytes: found.isFolder ? undefined : readFileSync(path.join(root, found.path)),
  });
  if (!start.isFolder) {
    if (admitted(rules, [start]).length === 0) throw refused(source, "is excluded by .dockerignore");
    const isInto = copy.target.endsWith("/") || copy.sources.length > 1;
    return [entryOf(start, isInto ? `${target}/${path.posix.basename(relative)}` : target)];
  }
  const files = admitted(rules, below(root, start, source));
  if (!files.some(({ isFolder }) => !isFolder)) throw refused(source, "contains no file that .dockerignore admits");
  const inTarget = ({ path: each }: Found): string =>
    `${target}/${each.slice(relative === "." ? 0 : relative.length + 1)}`;
  const isOfBase = target === "" || standardFolders.has(target);
  return [
    ...(isOfBase ? [] : [entryOf({ ...start, mode: 0o755 }, target)]),
    ...files.map((found) => entryOf(found, inTarget(found))),
  ];
}

function find(root: string, relative: string, source: string): Found {
  const facts = lstatSync(path.join(root, relative), { throwIfNoEntry: false });
  if (facts === undefined) throw refused(source, "does not exist");
  return toFound(relative, facts, source);
}

function toFound(relative: string, facts: Stats, source: string): Found {
  if (facts.isDirectory()) return { path: relative, isFolder: true, mode: facts.mode & 0o777 };
  if (facts.isFile()) return { path: relative, isFolder: false, mode: facts.mode & 0o777 };
  throw refused(source, `contains ${relative}, which is neither a file nor a folder; tsop does not copy links`);
}

function below(root: string, folder: Found, source: string): Found[] {
  return readdirSync(path.join(root, folder.path))
    .toSorted()
    .flatMap((name) => {
      const found = find(root, folder.path === "." ? name : `${folder.path}/${name}`, source);
      return found.isFolder ? [found, ...below(root, found, source)] : [found];
    });
}

/** Returns the files that the rules admit, and the folders that contain one. */
function admitted(rules: readonly string[], found: readonly Found[]): Found[] {
  const files = new Set(
    admittedPaths(
      rules,
      found.filter(({ isFolder }) => !isFolder).map((each) => each.path),
    ),
  );
  const folders = new Set([...files].flatMap(parentsOf));
  return found.filter((each) => (each.isFolder ? folders : files).has(each.path));
}

function parentsOf(file: string): string[] {
  const parent = path.posix.dirname(file);
  return parent === "." ? [] : [parent, ...parentsOf(parent)];
}

function refused(source: string, why: string): TsopError {
  return new TsopError("image/copy-failed", `Dockerfile: COPY ${source}: it ${why}`, {
    hint: "Correct the COPY instruction or .dockerignore, or build with a container tool.",
  });
}
