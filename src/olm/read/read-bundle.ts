/** Reads the files of a bundle. It never throws: what cannot be read is a fault, and is missing in the result. */
import { posix } from "node:path";
import { parseApiVersion } from "../../core/gvk.js";
import { isJsonObject, isList, type JsonObject } from "../../core/json.js";
import { bundleFolders, bundleKeys } from "../annotations.js";
import type { Bundle, BundleFault, BundleFiles, BundleObject, Read } from "./bundle.js";
import { csvShape } from "./csv-shape.js";
import { type LocatedDocument, readLocatedDocument } from "../../apiserver/yaml/located-document.js";
import { annotationsShape, dependenciesShape, propertiesShape, scorecardShape } from "./metadata-shape.js";
import { readShape, type Shape } from "./shape.js";

/** @param source - the folder or the image of the bundle: the beginning of the paths that users see */
export function readBundle(files: BundleFiles, source: string): Bundle {
  return new BundleReader(files, source).read();
}

class BundleReader {
  readonly #faults: BundleFault[] = [];
  readonly #files: BundleFiles;
  readonly #source: string;
  readonly #paths: readonly string[];
  readonly #metadata = new Map<string, LocatedDocument | undefined>();

  constructor(files: BundleFiles, source: string) {
    this.#files = files;
    this.#source = source;
    this.#paths = [...files.keys()].toSorted();
  }

  read(): Bundle {
    const objects = this.#readObjects();
    const csvs = objects.filter(({ gvk }) => gvk.kind === "ClusterServiceVersion");
    const annotations = this.#readAnnotations();
    const scorecardFile = scorecardFileOf(annotations);
    return {
      csv: this.#readCsv(csvs),
      objects,
      crds: objects.filter(({ gvk }) => gvk.kind === "CustomResourceDefinition"),
      others: objects.filter(({ gvk }) => !["ClusterServiceVersion", "CustomResourceDefinition"].includes(gvk.kind)),
      annotations,
      dependencies: this.#readMetadata("dependencies", dependenciesShape),
      properties: this.#readMetadata("properties", propertiesShape),
      scorecard: this.#readScorecard(scorecardFile),
      scorecardFile,
      faults: this.#faults,
      source: this.#source,
      files: this.#files,
    };
  }

  #readObjects(): BundleObject[] {
    const folder = bundleFolders.manifests;
    const inside = this.#paths.filter((path) => path.startsWith(folder));
    if (inside.length === 0) this.#fault("no-manifests", "", "the bundle has no folder manifests/ with files");
    const nested = new Set<string>();
    return inside.flatMap((path) => {
      const name = path.slice(folder.length);
      const [first = "", ...rest] = name.split("/");
      if (rest.length > 0) {
        if (!nested.has(first)) this.#fault("nested-folder", folder + first, "manifests/ contains another folder");
        nested.add(first);
        return [];
      }
      if (name.startsWith(".")) {
        this.#fault("hidden-file", path, "manifests/ contains a hidden file");
        return [];
      }
      const document = this.#readDocument(path);
      return document === undefined ? [] : [this.#toObject(document)];
    });
  }

  #toObject(document: LocatedDocument): BundleObject {
    const { value } = document;
    const text = (each: unknown): string => (typeof each === "string" ? each : "");
    const metadata = isJsonObject(value["metadata"]) ? value["metadata"] : {};
    const gvk = { ...parseApiVersion(text(value["apiVersion"])), kind: text(value["kind"]) };
    return { gvk, name: text(metadata["name"]), document };
  }

  #readCsv(csvs: readonly BundleObject[]): Bundle["csv"] {
    const [first, second] = csvs;
    if (first === undefined) {
      this.#fault("no-csv", bundleFolders.manifests, "manifests/ contains no ClusterServiceVersion");
      return undefined;
    }
    if (second !== undefined) {
      const at = second.document.at([]);
      this.#faults.push({ kind: "several-csvs", message: "manifests/ contains a second ClusterServiceVersion", at });
    }
    return this.#shaped(first.document, csvShape);
  }

  /** Reads the first file in `metadata/` that has a map `annotations`. */
  #readAnnotations(): Bundle["annotations"] {
    const inside = this.#paths.filter((path) => path.startsWith(bundleFolders.metadata));
    if (inside.length === 0) this.#fault("no-metadata", "", "the bundle has no folder metadata/ with files");
    const read = this.#readMetadata("annotations", annotationsShape);
    if (read === undefined) {
      if (inside.length > 0) {
        this.#fault("no-annotations", bundleFolders.metadata, "metadata/ contains no file with annotations");
      }
      return undefined;
    }
    return { value: read.value.annotations ?? {}, document: read.document };
  }

  #readMetadata<Value>(key: string, shape: Shape<Value>): Read<Value> | undefined {
    const inside = this.#paths.filter((path) => path.startsWith(bundleFolders.metadata));
    const named = `${bundleFolders.metadata}${key}.yaml`;
    for (const path of [...inside.filter((each) => each === named), ...inside.filter((each) => each !== named)]) {
      const document = this.#readMetadataFile(path);
      if (document !== undefined && holds(document.value, key)) return this.#shaped(document, shape);
    }
    return undefined;
  }

  #readMetadataFile(path: string): LocatedDocument | undefined {
    if (!this.#metadata.has(path)) this.#metadata.set(path, this.#readDocument(path));
    return this.#metadata.get(path);
  }

  #readScorecard(path: string): Bundle["scorecard"] {
    const document = this.#files.has(path) ? this.#readDocument(path) : undefined;
    return document === undefined ? undefined : this.#shaped(document, scorecardShape);
  }

  #readDocument(path: string): LocatedDocument | undefined {
    const reading = readLocatedDocument(this.#shown(path), this.#files.get(path) ?? "");
    if (reading.kind === "document") return reading.document;
    this.#faults.push({ kind: "unreadable", message: reading.message, at: reading.at });
    return undefined;
  }

  #shaped<Value>(document: LocatedDocument, shape: Shape<Value>): Read<Value> | undefined {
    const { value, faults } = readShape(document.value, shape);
    for (const { path, message } of faults) this.#faults.push({ kind: "wrong-type", message, at: document.at(path) });
    return value === undefined ? undefined : { value, document };
  }

  #fault(kind: BundleFault["kind"], path: string, message: string): void {
    this.#faults.push({ kind, message, at: { file: this.#shown(path) } });
  }

  #shown(path: string): string {
    return path === "" || this.#source === "" ? `${this.#source}${path}` : `${this.#source}/${path}`;
  }
}

function scorecardFileOf(annotations: Bundle["annotations"]): string {
  const folder = annotations?.value[bundleKeys.testConfig] ?? bundleFolders.scorecard;
  return posix.join("/", folder, "config.yaml").slice(1);
}

function holds(value: JsonObject, key: string): boolean {
  const found = value[key];
  return isJsonObject(found) || isList(found);
}
