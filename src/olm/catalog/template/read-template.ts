/**
 * Reads the templates of catalogs that `opm alpha render-template` reads. Source: operator-registry,
 * alpha/template/basic/basic.go and alpha/template/semver/semver.go.
 */
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import { isJsonObject, isList, type Json, type JsonObject } from "../../../core/json.js";
import type { SourceLocation } from "../../../core/source-location.js";
import { nearest } from "../../../core/suggest.js";
import { type LocatedDocument, readLocatedDocument, type ValuePath } from "../../../apiserver/yaml/located-document.js";
import {
  anything,
  boolean,
  fields,
  list,
  readShape,
  showPath,
  type Shape,
  type Shaped,
  text,
} from "../../read/shape.js";
import { schemas } from "../read/blob.js";
import { bundleShape } from "../read/shapes.js";

/** A bundle that a template names: an image, or a folder that begins with `./` or `../`. */
export interface NamedBundle {
  readonly image: string;
  readonly at: SourceLocation;
}

/** An entry of a basic template: a bundle to render, or a document that the catalog gets as it is. */
export type BasicEntry =
  | { readonly kind: "bundle"; readonly bundle: NamedBundle }
  | { readonly kind: "document"; readonly value: JsonObject };

/** The kinds of channels, from the least to the most stable. */
export const stabilities = ["candidate", "fast", "stable"] as const;
export type Stability = (typeof stabilities)[number];

/** A channel for each major version (`stable-v1`), or for each minor one (`stable-v1.2`). */
export type Stream = "major" | "minor";

export interface SemverTemplate {
  readonly kind: "semver";
  readonly streams: readonly Stream[];
  readonly preferred: Stream;
  readonly bundles: Readonly<Record<Stability, readonly NamedBundle[]>>;
}

export type Template = { readonly kind: "basic"; readonly entries: readonly BasicEntry[] } | SemverTemplate;

export type TemplateReading =
  | { readonly kind: "template"; readonly template: Template }
  | { readonly kind: "faults"; readonly diagnostics: readonly Diagnostic[] };

const basicSchema = "olm.template.basic";
const semverSchema = "olm.semver";

const bundleList = fields({ bundles: list(fields({ image: text })) });
const semverShape = fields({
  schema: text,
  generateMajorChannels: boolean,
  generateMinorChannels: boolean,
  defaultChannelTypePreference: text,
  candidate: bundleList,
  fast: bundleList,
  stable: bundleList,
});
const semverNames = [
  ["schema", "generateMajorChannels", "generateMinorChannels", "defaultChannelTypePreference", ...stabilities],
  ["bundles"],
  ["image"],
];
const basicShape = fields({ schema: text, entries: list(anything) });

/** @param file - the path of the file, as users see it */
export function readTemplate(file: string, content: string | Uint8Array): TemplateReading {
  const reading = readLocatedDocument(file, content);
  if (reading.kind === "fault") {
    const hint = "A template is one YAML or JSON document.";
    return { kind: "faults", diagnostics: [errorAt("catalog/invalid-template", reading.at, reading.message, hint)] };
  }
  const reader = new TemplateReader(reading.document);
  const template = reader.read();
  return template === undefined || reader.diagnostics.length > 0
    ? { kind: "faults", diagnostics: reader.diagnostics }
    : { kind: "template", template };
}

class TemplateReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #document: LocatedDocument;

  constructor(document: LocatedDocument) {
    this.#document = document;
  }

  read(): Template | undefined {
    const second = this.#document.secondDocument();
    if (second !== undefined)
      this.#report(second, "the file contains a second document", "A template is one document.");
    const { schema = "" } = readShape(this.#document.value, fields({ schema: text })).value ?? {};
    if (schema === basicSchema) return this.#basic();
    if (schema === semverSchema) return this.#semver();
    const message =
      schema === "" ? "the template has no schema" : `${JSON.stringify(schema)} is no schema of a template`;
    this.#fault(["schema"], message, `Write \`schema: ${basicSchema}\` or \`schema: ${semverSchema}\`.`);
    return undefined;
  }

  #basic(): Template {
    const { entries = [] } = this.#shaped(basicShape);
    if (entries.length === 0)
      this.#fault(["entries"], "the template has no entries", "List the documents of the catalog.");
    return { kind: "basic", entries: entries.flatMap((entry, index) => this.#entry(entry, index) ?? []) };
  }

  #entry(value: Json, index: number): BasicEntry | undefined {
    const path = ["entries", index];
    if (!isJsonObject(value)) {
      this.#fault(path, `${showPath(path)} is not an object`, "Write a document of a catalog.");
      return undefined;
    }
    const schema = readShape(value, fields({ schema: text })).value?.schema ?? "";
    if (schema !== schemas.bundle) {
      if (schema === "") this.#fault(path, `${showPath(path)} has no schema`, "Write a schema, such as olm.channel.");
      return { kind: "document", value };
    }
    const { value: fieldsOf = {}, faults } = readShape(value, bundleShape);
    for (const fault of faults) this.#fault([...path, ...fault.path], fault.message, "Correct the entry.");
    const { package: owner = "", properties = [], relatedImages = [], image = "" } = fieldsOf;
    if (owner !== "" || properties.length > 0 || relatedImages.length > 0) {
      const hint = "Remove package, properties and relatedImages: tsop reads them from the bundle.";
      this.#fault(path, `${showPath(path)} contains more than the image of a bundle`, hint);
    }
    return { kind: "bundle", bundle: this.#named(image, [...path, "image"]) };
  }

  #semver(): SemverTemplate {
    this.#checkNames(this.#document.value, [], semverNames);
    const read = this.#shaped(semverShape);
    const isMajor = read.generateMajorChannels === true;
    const isMinor = read.generateMinorChannels === true || !isMajor;
    const streams: Stream[] = [...(isMajor ? ["major" as const] : []), ...(isMinor ? ["minor" as const] : [])];
    const bundlesOf = (stability: Stability): NamedBundle[] =>
      (read[stability]?.bundles ?? []).map(({ image = "" }, index) =>
        this.#named(image, [stability, "bundles", index, "image"]),
      );
    const bundles = { candidate: bundlesOf("candidate"), fast: bundlesOf("fast"), stable: bundlesOf("stable") };
    if (Object.values(bundles).every((each) => each.length === 0)) {
      this.#fault([], "the template names no bundle", "List bundles below candidate, fast or stable.");
    }
    return { kind: "semver", streams, bundles, preferred: this.#preferred(read, streams) };
  }

  #preferred(
    { defaultChannelTypePreference: given = "" }: Shaped<typeof semverShape>,
    streams: readonly Stream[],
  ): Stream {
    const usual = streams.includes("minor") ? "minor" : "major";
    if (given === "") return usual;
    const named = streams.find((each) => each === given);
    if (named !== undefined) return named;
    const message = `the template generates no channels of the type ${JSON.stringify(given)}`;
    this.#fault(
      ["defaultChannelTypePreference"],
      message,
      `Write ${streams.join(" or ")}, or generate the other channels.`,
    );
    return usual;
  }

  /** operator-registry rejects a semver template with other fields. @param levels - the names on each level */
  #checkNames(value: Json, path: ValuePath, [known, ...inner]: readonly (readonly string[])[]): void {
    if (known === undefined) return;
    if (isList(value)) {
      value.forEach((each, index) => this.#checkNames(each, [...path, index], [known, ...inner]));
      return;
    }
    for (const [name, member] of isJsonObject(value) ? Object.entries(value) : []) {
      if (known.some((each) => each.toLowerCase() === name.toLowerCase())) {
        this.#checkNames(member ?? null, [...path, name], inner);
        continue;
      }
      const meant = nearest(name, known);
      const hint = meant === undefined ? `The fields are ${known.join(", ")}.` : `Did you mean ${meant}?`;
      this.#fault([...path, name], `${showPath([...path, name])} is not a field of a semver template`, hint);
    }
  }

  #named(image: string, path: ValuePath): NamedBundle {
    if (image === "") {
      this.#fault(
        path.slice(0, -1),
        `${showPath(path.slice(0, -1))} names no image`,
        "Write `image: REGISTRY/NAME:TAG`.",
      );
    }
    return { image, at: this.#document.at(path) };
  }

  #shaped<Value extends object>(shape: Shape<Value>): Value {
    const { value, faults } = readShape(this.#document.value, shape);
    for (const { path, message } of faults) this.#fault(path, message, "Correct the template.");
    return value ?? shape.empty;
  }

  #fault(path: ValuePath, message: string, hint: string): void {
    this.#report(this.#document.at(path), message, hint);
  }

  #report(at: SourceLocation, message: string, hint: string): void {
    this.diagnostics.push(errorAt("catalog/invalid-template", at, message, hint));
  }
}
