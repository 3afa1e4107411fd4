import { isJsonObject, type Json } from "../../core/json.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import { badRequestError } from "../status-error.js";
import { wrongTypeFault } from "../types/go-fault.js";
import { scanJson } from "../types/scan-json.js";
import type { ReadYaml } from "../yaml/read-yaml.js";
import { parseYaml } from "./parse-body.js";
import type { ResourceRequest } from "./request.js";
import type { WriteOptions } from "./write-options.js";

export interface Configuration {
  readonly patch: ApiObject;
  /** `line 6: key "a" already set in map`. */
  readonly repeated: readonly string[];
}

/**
 * Reads the configuration that a request applies.
 *
 * @throws StatusError 400 for a value that is not an object
 */
export function readConfiguration(body: Buffer, version: KubernetesVersion): Configuration {
  const { value: read, strictErrors: repeated } = readConfigurationValue(body, version);
  const value = read ?? {};
  if (!isJsonObject(value)) {
    const why = wrongTypeFault(value, "map[string]interface {}");
    throw badRequestError(`error decoding ${nameOf(version)}: error unmarshaling JSON: while decoding JSON: ${why}`);
  }
  const { apiVersion, kind, metadata } = value;
  const patch = {
    ...value,
    apiVersion: typeof apiVersion === "string" ? apiVersion : "",
    kind: typeof kind === "string" ? kind : "",
    metadata: isJsonObject(metadata) ? metadata : {},
  } as ApiObject;
  return { patch, repeated };
}

/** @throws StatusError 400 for text that is not YAML */
export function readConfigurationValue(body: Buffer, version: KubernetesVersion): ReadYaml {
  return readJson(body) ?? parseYaml(body, (fault) => refuseYaml(fault, version));
}

/** Reads JSON, which is also YAML, with the faster JSON parser; returns undefined for other text, or if a field is duplicated. */
function readJson(body: Buffer): ReadYaml | undefined {
  const text = firstObject(body.toString("utf8"));
  try {
    const value = JSON.parse(text) as Json;
    return scanJson(text, undefined).strictErrors.length === 0 ? { value, strictErrors: [] } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the part of the text that is read. As in YAML, that is the first document only; one in braces ends with them. */
function firstObject(text: string): string {
  if (!/^\s*\{/.test(text)) return text;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    else if (token === "}" && --depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

/** @throws StatusError 400 if the request is strict */
export function noteRepeated(
  repeated: readonly string[],
  { fieldValidation }: WriteOptions,
  { warnings, parts }: Pick<ResourceRequest, "warnings" | "parts">,
): void {
  if (repeated.length === 0 || fieldValidation === "Ignore") return;
  if (fieldValidation === "Warn") return void warnings.push(...repeated);
  const errors = repeated.map((each) => `\n  ${each}`).join("");
  const what = nameOf(parts.version);
  throw badRequestError(
    `error strict decoding ${what}: error converting YAML to JSON: yaml: unmarshal errors:${errors}`,
  );
}

/** Since 1.36, the server converts the configuration for the audit log before it decodes it. */
function refuseYaml(fault: string, version: KubernetesVersion): Error {
  return badRequestError(
    isSince(version, "1.37")
      ? `error encoding patch: ${fault}`
      : `error decoding YAML: error converting YAML to JSON: ${fault}`,
  );
}

function nameOf(version: KubernetesVersion): string {
  return isSince(version, "1.37") ? "patch" : "YAML";
}
