import type { JsonObject } from "../../../core/json.js";
import type { SourceLocation } from "../../../core/source-location.js";
import type { ValuePath } from "../../../apiserver/yaml/located-document.js";

/** A document of a catalog, which operator-registry calls a blob: its schema, and its place in a file. */
export interface Blob {
  readonly schema: string;
  /** The package and the name, if the document has them; otherwise empty. */
  readonly package: string;
  readonly name: string;
  readonly value: JsonObject;
  readonly file: string;
  readonly format: "json" | "yaml";
  /** The offsets of the document in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** Returns the location of a value of the document. */
  readonly at: (path: ValuePath) => SourceLocation;
}

export const schemas = {
  package: "olm.package",
  channel: "olm.channel",
  bundle: "olm.bundle",
  deprecations: "olm.deprecations",
} as const;
