import type { JsonObject } from "../../../core/json.js";
import { splitDocuments } from "../read/split-documents.js";
import type { Blob } from "../read/blob.js";
import { withDocument, withListItem, withText } from "./edit-file.js";

/** Changes of the files of a catalog, in memory. Each document changes at most once; new documents come at the end. */
export class CatalogEdit {
  readonly #before: ReadonlyMap<string, string>;
  readonly #changes = new Map<string, { readonly start: number; readonly change: (text: string) => string }[]>();
  readonly #appended = new Map<string, JsonObject[]>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#before = texts;
  }

  append(file: string, document: JsonObject): void {
    this.#appended.set(file, [...(this.#appended.get(file) ?? []), document]);
  }

  addItem(blob: Blob, key: string, item: JsonObject): void {
    this.#add(blob, (text) => withListItem(text, blob, key, item));
  }

  setText(blob: Blob, path: readonly (string | number)[], value: string): void {
    this.#add(blob, (text) => withText(text, blob, path, value));
  }

  /** Returns the new text of each file that changes. */
  changedFiles(): ReadonlyMap<string, string> {
    const files = new Set([...this.#changes.keys(), ...this.#appended.keys()]);
    return new Map(Array.from(files, (file) => [file, this.#textOf(file)]));
  }

  #textOf(file: string): string {
    const before = this.#before.get(file) ?? "";
    // The last document changes first, so that the places of the others stay the same.
    const changes = (this.#changes.get(file) ?? []).toSorted((a, b) => b.start - a.start);
    const changed = changes.reduce((text, { change }) => change(text), before);
    const format = splitDocuments(changed).documents.at(-1)?.format ?? "yaml";
    return (this.#appended.get(file) ?? []).reduce((text, document) => withDocument(text, format, document), changed);
  }

  #add({ file, start }: Blob, change: (text: string) => string): void {
    this.#changes.set(file, [...(this.#changes.get(file) ?? []), { start, change }]);
  }
}
