/**
 * A folder with a kustomization, and the files that its kustomization may read. Paths are absolute and real (without
 * links).
 * Sources: api/internal/loader/{fileloader,loadrestrictions}.go.
 */
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";

/** The file access that rendering needs. */
export interface Files {
  /** Resolves the links of an absolute path; returns undefined if nothing exists there. */
  resolve(location: string): { readonly path: string; readonly isFolder: boolean } | undefined;
  read(location: string): Uint8Array;
  /** Returns the names in a folder, for hints. */
  list(location: string): readonly string[];
}

const kustomizationNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

const remote =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|git::|git@|[\w.-]+@[\w.-]+:|(?:github|gitlab|bitbucket)\.[a-z]+\/)|\.git(?:\/|\?|$)|\?ref=/i;

export class Folder {
  readonly root: string;
  readonly #files: Files;
  /** The folders that led to this folder, including this folder. */
  readonly #trail: readonly string[];
  /** The folder to which displayed paths are relative. */
  readonly #base: string;

  constructor(files: Files, root: string, base: string, trail: readonly string[] = []) {
    this.#files = files;
    this.root = root;
    this.#base = base;
    this.#trail = [...trail, root];
  }

  /** Returns a path for messages. */
  show(location: string): string {
    return path.relative(this.#base, location) || ".";
  }

  /** @throws TsopError `render/no-kustomization` */
  kustomizationFile(): string {
    const found = kustomizationNames.filter((name) => {
      const place = this.#files.resolve(path.join(this.root, name));
      return place !== undefined && !place.isFolder && isWithin(place.path, this.root);
    });
    const [name, other] = found;
    if (name !== undefined && other === undefined) return path.join(this.root, name);
    const message =
      name === undefined
        ? "there is no kustomization.yaml"
        : `there is more than one kustomization: ${found.join(", ")}`;
    throw new TsopError("render/no-kustomization", message, {
      at: { file: this.show(this.root) },
      hint: name === undefined ? "Name a folder that contains one, such as config/default." : "Keep one of them.",
    });
  }

  /** Resolves an entry of `resources` or `components`. */
  entry(given: string, at: string): { readonly file: string } | { readonly folder: Folder } {
    const place = this.#find(given, at);
    if (!place.isFolder) return { file: this.#allowed(place.path, given, at) };
    if (path.isAbsolute(given)) {
      throw new TsopError("render/outside", `the path of the folder ${given} is absolute`, {
        at: { file: at },
        hint: `Use a path relative to ${this.show(this.root)}.`,
      });
    }
    for (const visited of this.#trail) {
      if (!isWithin(visited, place.path)) continue;
      throw new TsopError("render/cycle", `${given} contains ${this.show(visited)}, which includes it`, {
        at: { file: at },
        hint: "Name folders that do not contain this kustomization, or a kustomization that includes it.",
      });
    }
    return { folder: new Folder(this.#files, place.path, this.#base, this.#trail) };
  }

  /** Returns the content of a file that a kustomization names. */
  read(given: string, at: string): Uint8Array {
    const place = this.#find(given, at);
    if (place.isFolder) {
      throw new TsopError("render/missing", `${given} is a folder, not a file`, {
        at: { file: at },
        hint: "Name a file in the folder.",
      });
    }
    return this.#files.read(this.#allowed(place.path, given, at));
  }

  readText(given: string, at: string): { readonly file: string; readonly text: string } {
    const file = this.show(path.resolve(this.root, given));
    const bytes = this.read(given, at);
    return { file, text: decode(bytes, file) };
  }

  #find(given: string, at: string): { readonly path: string; readonly isFolder: boolean } {
    const place = given === "" ? undefined : this.#files.resolve(path.resolve(this.root, given));
    if (place !== undefined) return place;
    if (remote.test(given)) {
      throw new TsopError("render/unsupported", `tsop does not download ${given}`, {
        at: { file: at },
        hint: "Download it into the project, and name the file. Or render with kustomize itself: --kustomize PATH.",
      });
    }
    const location = path.resolve(this.root, given);
    const near = nearest(path.basename(given), this.#files.list(path.dirname(location)));
    throw new TsopError("render/missing", `${given || "the empty path"} does not exist`, {
      at: { file: at },
      hint: near === undefined ? "Correct the path, or remove the entry." : `Did you mean ${near}?`,
    });
  }

  #allowed(location: string, given: string, at: string): string {
    if (isWithin(location, this.root)) return location;
    throw new TsopError("render/outside", `${given} is not in or below ${this.show(this.root)}`, {
      at: { file: at },
      hint: "Move the file there; or create a kustomization.yaml next to it, and list its folder under `resources`.",
    });
  }
}

function isWithin(location: string, root: string): boolean {
  return location === root || location.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TsopError("yaml/invalid", "not valid YAML: it is not UTF-8", {
      at: { file },
      hint: "Save the file as UTF-8.",
      cause,
    });
  }
}
