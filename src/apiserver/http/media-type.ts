/**
 * The format that a client accepts.
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/negotiation/negotiate.go.
 */
import { StatusError } from "../status-error.js";

export type Encoding = "json" | "yaml" | "protobuf";

/** The conversion of an object before it is printed. */
export type View = "object" | "table" | "metadata" | "metadata-list";

export interface OutputFormat {
  readonly encoding: Encoding;
  readonly view: View;
  /** The version of meta.k8s.io for a view: `v1`. */
  readonly viewVersion: string;
  readonly pretty: boolean;
}

interface AcceptedType {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

const encodings: Readonly<Record<string, Encoding>> = {
  "application/json": "json",
  "application/yaml": "yaml",
  "application/vnd.kubernetes.protobuf": "protobuf",
};

const views: Readonly<Record<string, View>> = {
  Table: "table",
  PartialObjectMetadata: "metadata",
  PartialObjectMetadataList: "metadata-list",
};

export const jsonFormat: OutputFormat = { encoding: "json", view: "object", viewVersion: "v1", pretty: false };

/** The formats that an endpoint can return. */
export interface Offer {
  readonly views: readonly View[];
  /** Whether there is a protobuf form. Custom resources have none; their metadata has one. */
  readonly hasProtobuf: boolean;
  /** Whether the collection can be watched. */
  readonly hasStreams?: boolean;
}

/** Every response is available as JSON and YAML, and a Status in all encodings. */
const allEncodings: readonly Encoding[] = ["json", "yaml", "protobuf"];
export const statusOffer: Offer = { views: [], hasProtobuf: true };

/** @throws StatusError 406 if the client accepts none of the types */
export function negotiate(accept: string | undefined, offer: Offer, pretty: boolean): OutputFormat {
  if (accept === undefined || accept.trim() === "") return { ...jsonFormat, pretty };
  for (const { type, parameters } of parseAccept(accept)) {
    const encoding = allEncodings.find((each) => matches(type, each));
    if (encoding === undefined) continue;
    const view = viewOf(parameters, offer);
    if (view === undefined || (encoding === "protobuf" && !isInProtobuf(view.view, offer))) continue;
    const isPretty = parameters["pretty"] === undefined ? pretty : parameters["pretty"] === "1";
    return { encoding, ...view, pretty: isPretty };
  }
  throw notAcceptable(accept, offer);
}

export function mediaTypeOf(encoding: Encoding): string {
  return Object.keys(encodings).find((type) => encodings[type] === encoding) ?? "";
}

/** Returns the encoding that a Content-Type names; undefined if it names none. */
export function encodingOf(contentType: string): Encoding | undefined {
  const type = parseMediaType(contentType);
  return type !== undefined && Object.hasOwn(encodings, type) ? encodings[type] : undefined;
}

const token = "[\\w!#$%&'*+.^`{|}~-]+";
const wholeType = new RegExp(`^${token}/${token}$`);
const nextParameter = new RegExp(`\\s*;\\s*(${token})\\s*=\\s*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")`, "y");

/**
 * Returns the type without its parameters. The parameters must be well-formed, and a parameter must not have two different
 * values.
 * Source: Go's mime.ParseMediaType.
 */
export function parseMediaType(text: string): string | undefined {
  const semicolon = text.indexOf(";");
  const type = (semicolon === -1 ? text : text.slice(0, semicolon)).trim().toLowerCase();
  if (!wholeType.test(type)) return undefined;
  const values = new Map<string, string>();
  let end = semicolon === -1 ? text.length : semicolon;
  for (;;) {
    nextParameter.lastIndex = end;
    const [, name = "", plain, quoted = ""] = nextParameter.exec(text) ?? [];
    if (name === "") break;
    end = nextParameter.lastIndex;
    const [key, value] = [name.toLowerCase(), plain ?? quoted.replaceAll(/\\([()<>@,;:\\"/[\]?=])/g, "$1")];
    if ((values.get(key) ?? value) !== value) return undefined;
    values.set(key, value);
  }
  const rest = text.slice(end).trim();
  return rest === "" || rest === ";" ? type : undefined;
}

function viewOf(
  parameters: Readonly<Record<string, string>>,
  offer: Offer,
): Pick<OutputFormat, "view" | "viewVersion"> | undefined {
  const { as, g: group, v: version } = parameters;
  if (as === undefined) return { view: "object", viewVersion: "v1" };
  const view = Object.hasOwn(views, as) ? views[as] : undefined;
  const isServed = group === "meta.k8s.io" && (version === "v1" || version === "v1beta1");
  return view !== undefined && isServed && offer.views.includes(view) ? { view, viewVersion: version } : undefined;
}

function isInProtobuf(view: View, { hasProtobuf }: Offer): boolean {
  return view === "object" ? hasProtobuf : view !== "table";
}

function notAcceptable(accept: string, { hasProtobuf, hasStreams }: Offer): StatusError {
  const types = allEncodings.map(mediaTypeOf).join(", ");
  const streams = ["json", "protobuf"] as const;
  const streamTypes = hasStreams === true ? streams.map((each) => `, ${mediaTypeOf(each)};stream=watch`).join("") : "";
  const isKnown = parseAccept(accept).some(({ type }) => allEncodings.some((each) => matches(type, each)));
  if (!isKnown && hasProtobuf) {
    // go-restful, in front of built-in resources, compares the types only.
    const message = `406: Not Acceptable\n\nAvailable representations: ${types}${streamTypes}`;
    return new StatusError({ code: 406, reason: "NotAcceptable", message, details: {} });
  }
  const message = `only the following media types are accepted: ${types}`;
  return new StatusError({ code: 406, reason: "NotAcceptable", message });
}

function matches(type: string, encoding: Encoding): boolean {
  return type === "*/*" || encodings[type] === encoding;
}

/** Returns the types that a client accepts, best first, without their parameters. */
export function acceptedTypes(accept: string): string[] {
  return parseAccept(accept).map(({ type }) => type);
}

/** Returns the accepted types, best first; equal ones in the order of the header. */
function parseAccept(accept: string): AcceptedType[] {
  const types = accept.split(",").map((clause) => {
    const [type = "", ...rest] = clause.split(";").map((part) => part.trim());
    const parameters = Object.fromEntries(
      rest.map((part) => {
        const [key = "", value = ""] = part.split("=", 2);
        return [key, value] as const;
      }),
    );
    return { type: type.toLowerCase(), parameters, quality: Number(parameters["q"] ?? 1) };
  });
  return types.toSorted((left, right) => right.quality - left.quality);
}
