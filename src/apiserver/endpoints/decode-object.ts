/**
 * Decodes a request body into an object of the expected kind, with the messages of Kubernetes' serializers.
 * Source: k8s.io/apimachinery/pkg/runtime/serializer/json/json.go, k8s.io/apiserver/pkg/endpoints/handlers/{create,rest}.go.
 */
import { toApiVersion } from "../../core/gvk.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { type ApiObject, textOf } from "../api-object.js";
import type { Strategy } from "../resource.js";
import { badRequestError } from "../status-error.js";
import { decodeBuiltIn } from "../types/decode.js";
import { noTypeMeta, wrongTypeFault } from "../types/go-fault.js";
import { findTooLargeNumber, noDouble } from "../types/too-large-number.js";
import type { TypeNode } from "../types/type-node.js";
import { type ParsedBody, parseBody, unrecognized } from "./parse-body.js";
import type { ResourceRequest } from "./request.js";
import type { FieldValidation } from "./write-options.js";

/** The kind that a body must contain. */
export interface Expected {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Absent if the kind has no schema. */
  readonly type?: TypeNode | undefined;
  readonly strategy?: Pick<Strategy, "setDefaults" | "decode">;
}

/** Reads the object that a create or an update sends, in the version of the URL, and sets its defaults. */
export async function decodeObject(
  request: ResourceRequest,
  expected: Expected,
  validation: FieldValidation,
): Promise<ApiObject> {
  const body = await request.readBody();
  const parsed = parseBody(body, request.contentType, validation === "Ignore" ? undefined : expected);
  const { object, strictErrors, fault } = readObject(
    expected,
    checkKind(expected, parsed, (apiVersion, kind) => request.knowsKind(apiVersion, kind)),
    parsed.strictErrors,
  );
  if (fault !== undefined) throw unfit(expected, fault);
  const tooLarge = expected.strategy?.decode === undefined ? undefined : findTooLargeNumber(parsed.text);
  if (tooLarge !== undefined) throw unfit(expected, noDouble(tooLarge));
  if (validation === "Strict" && strictErrors.length > 0) {
    throw unfit(expected, `strict decoding error: ${joinStrict(strictErrors)}`);
  }
  if (validation === "Warn") request.warnings.push(...strictErrors);
  expected.strategy?.setDefaults(object);
  request.audit.noteObject(object);
  return object;
}

export interface ReadObject {
  readonly object: ApiObject;
  /** Duplicate or unknown fields. */
  readonly strictErrors: readonly string[];
  /** Why the value is not an object of the kind. */
  readonly fault?: string;
}

/** Decodes a value into the form of its type. */
export function readObject({ strategy, type }: Expected, value: JsonObject, found: readonly string[]): ReadObject {
  if (strategy?.decode !== undefined) {
    const { unknownFields, ...rest } = strategy.decode(value as ApiObject); // the strategy checks its metadata first
    const unknown = unknownFields.map(unknownField);
    const repeated = found.filter((each) => !unknown.includes(each));
    return { object: withMetadata(value), strictErrors: [...repeated, ...unknown.toSorted()], ...rest };
  }
  if (type === undefined) return { object: withMetadata(value), strictErrors: found };
  const { object, unknownFields, ...rest } = decodeBuiltIn(value, type);
  // The scan of the text has already found unknown fields, in their order among the duplicates.
  const unseen = unknownFields.map(unknownField).filter((each) => !found.includes(each));
  return { object: withMetadata(object), strictErrors: [...found, ...unseen], ...rest };
}

/** Joins the messages. The errors of the YAML reader come first, as one message. */
function joinStrict(errors: readonly string[]): string {
  const isOfYaml = (error: string): boolean => /^line \d+: /.test(error);
  const ofYaml = errors.filter(isOfYaml);
  const first = ofYaml.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${ofYaml.join("\n  ")}`];
  return [...first, ...errors.filter((error) => !isOfYaml(error))].join(", ");
}

function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

function checkKind(
  expected: Expected,
  { value, summary, text }: ParsedBody,
  knowsKind: ResourceRequest["knowsKind"],
): JsonObject {
  const { group, version, kind } = expected;
  const apiVersion = toApiVersion(group, version);
  const isCustom = expected.strategy?.decode !== undefined;
  if (value === null && !isCustom) return { apiVersion, kind };
  if (value === null) throw unrecognized(expected, "Object 'Kind' is missing in 'null'", summary);
  if (!isJsonObject(value)) {
    throw unrecognized(expected, noTypeMeta(value), summary);
  }
  const { apiVersion: givenVersion, kind: givenKind } = value;
  for (const [field, given] of Object.entries({ apiVersion: givenVersion, kind: givenKind })) {
    if (given === undefined || given === null || typeof given === "string") continue;
    const words = wrongTypeFault(given, "string", { struct: "", path: [field] });
    throw unrecognized(expected, `couldn't get version/kind; json parse error: ${words}`, summary);
  }
  if (isCustom) return checkCustomKind(expected, value, { apiVersion, summary, text });
  const wanted = { apiVersion: textOr(givenVersion, apiVersion), kind: textOr(givenKind, kind) };
  if (wanted.apiVersion.split("/").length > 2) {
    throw unrecognized(expected, `unexpected GroupVersion string: ${wanted.apiVersion}`, summary);
  }
  if (wanted.kind === kind && wanted.apiVersion === apiVersion) return { ...value, apiVersion, kind };
  if (!knowsKind(wanted.apiVersion, wanted.kind)) {
    throw badRequestError(
      `${wanted.kind} in version ${JSON.stringify(versionOf(wanted.apiVersion))} cannot be handled as a ${kind}: no kind ${JSON.stringify(wanted.kind)} is registered for version ${JSON.stringify(wanted.apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  if (wanted.kind === kind) {
    const message = `the API version in the data (${wanted.apiVersion}) does not match the expected API version (${apiVersion})`;
    throw badRequestError(message);
  }
  const given = versionOf(wanted.apiVersion);
  const hub = group === "" ? "core" : group.split(".", 1).join();
  throw badRequestError(
    `${wanted.kind} in version ${JSON.stringify(given)} cannot be handled as a ${kind}: converting (${given}.${wanted.kind}) to (${hub}.${kind}): unknown conversion`,
  );
}

/** Checks the apiVersion only. Custom resources have no Go types to assume, and validation checks the kind. */
function checkCustomKind(
  expected: Expected,
  value: JsonObject,
  { apiVersion, summary, text }: { readonly apiVersion: string; readonly summary: string; readonly text: string },
): JsonObject {
  if (textOf(value, "kind") === "") throw unrecognized(expected, `Object 'Kind' is missing in '${text}'`, summary);
  const given = textOf(value, "apiVersion");
  if (given === apiVersion) return value;
  throw badRequestError(
    `the API version in the data (${given}) does not match the expected API version (${apiVersion})`,
  );
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

function textOr(value: Json | undefined, absent: string): string {
  return typeof value === "string" && value !== "" ? value : absent;
}

function unfit({ version, kind }: Expected, fault: string): Error {
  return badRequestError(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${fault}`);
}

function withMetadata(object: JsonObject): ApiObject {
  const { metadata } = object;
  return { ...object, metadata: isJsonObject(metadata) ? metadata : {} } as ApiObject;
}
