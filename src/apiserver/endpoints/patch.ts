/** Source: k8s.io/apiserver/pkg/endpoints/handlers/patch.go. */
import { toApiVersion } from "../../core/gvk.js";
import { isSince } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import { invalid } from "../../core/field-error.js";
import { printGo } from "../../core/go-value.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { type Change, type Changed, updateObject } from "../objects/update-object.js";
import { groupResourceOf } from "../objects/write.js";
import { applyJsonPatch } from "../../core/json-patch.js";
import { applyMergePatch } from "../patches/merge-patch.js";
import { applyStrategicMergePatch } from "../patches/strategic-merge-patch.js";
import { unstructuredFault } from "../patches/unstructured-fault.js";
import { badRequestError, invalidError, notFoundError, StatusError } from "../status-error.js";
import { wrongTypeFault } from "../types/go-fault.js";
import { scanJson } from "../types/scan-json.js";
import type { TypeNode } from "../types/type-node.js";
import { applyFromRequest } from "./apply.js";
import { writeOf } from "./create.js";
import { readObject } from "./decode-object.js";
import { withManager } from "./managers.js";
import { placeNamed } from "./object-place.js";
import { operationsNode } from "./operations-node.js";
import { isJson, parseJson } from "./parse-body.js";
import { readConfigurationValue } from "./read-configuration.js";
import { choosePatchType, type PatchType } from "./patch-type.js";
import type { ResourceRequest } from "./request.js";
import { readWriteOptions, type WriteOptions } from "./write-options.js";

export async function patchFromRequest(request: ResourceRequest, strategy: Change["strategy"]): Promise<Changed> {
  const { info, resource } = request;
  const type = choosePatchType(request);
  const body = await request.readBody();
  const options = readWriteOptions(request.query, "PatchOptions", type === "apply");
  notePatch(request, type, body);
  if (type === "apply") return applyFromRequest(request, strategy, options, body);
  return updateObject(request.parts, writeOf(request, options, info.name), {
    produce: (live) => {
      if (live === undefined) throw notFoundError(groupResourceOf(resource), info.name);
      // Parse the patch only here: for a missing object, nothing reads it.
      const patch = parsePatch(type, body, options);
      const patched = applyPatch(type, patch.value, live, resource.type);
      const object = readPatched(request, { type, patch, patched }, options);
      resource.strategy.setDefaults(object);
      placeNamed(request, object);
      return withManager(request, options, live, object);
    },
    strategy,
    allowsCreate: false,
    authorizeCreate: () => request.authorize("create"),
  });
}

/**
 * Records a patch in the audit log.
 *
 * @throws StatusError 400 for a patch that is not JSON, since 1.36
 */
export function notePatch({ audit, parts: { version } }: ResourceRequest, type: PatchType, body: Buffer): void {
  if (type !== "apply" && isSince(version, "1.37") && !isJson(body)) throw badRequestError("invalid JSON patch");
  audit.noteBody(() => (type === "apply" ? readConfigurationValue(body, version).value : parseJson(body, String)));
}

export interface Patch {
  readonly value: Json;
  /** Duplicate fields in the patch. */
  readonly strictErrors: readonly string[];
}

/** @throws StatusError 400 for an invalid patch */
export function parsePatch(type: PatchType, body: Buffer, { fieldValidation }: WriteOptions): Patch {
  const isStrict = fieldValidation !== "Ignore";
  const isPrefixed = isStrict && type !== "strategic";
  const value = parseJson(body, (fault) => (isPrefixed ? `error decoding patch: ${fault}` : fault));
  if (type === "merge" && value === null) throw badRequestError("Invalid JSON Patch");
  if (type === "json") checkOperations(value);
  else if (!isJsonObject(value)) {
    const fault = wrongTypeFault(value, "map[string]interface {}");
    throw badRequestError(type === "strategic" ? fault : `error decoding patch: ${fault}`);
  }
  const strictErrors = isStrict
    ? scanJson(body.toString("utf8"), type === "json" ? operationsNode : undefined).strictErrors
    : [];
  return { value, strictErrors: type === "json" ? strictErrors.map((each) => `json patch ${each}`) : strictErrors };
}

const maxOperations = 10_000;

function checkOperations(value: Json): void {
  const undecodable = (fault: string): StatusError => badRequestError(`error decoding patch: ${fault}`);
  if (!Array.isArray(value)) throw undecodable(wrongTypeFault(value, "[]handlers.jsonPatchOp"));
  const stranger = value.find((each) => each !== null && !isJsonObject(each));
  if (stranger !== undefined) throw undecodable(wrongTypeFault(stranger, "handlers.jsonPatchOp"));
  for (const operation of value.filter(isJsonObject)) {
    const wrong = ["op", "path", "from"].find((field) => typeof (operation[field] ?? "") !== "string");
    if (wrong === undefined) continue;
    throw undecodable(wrongTypeFault(operation[wrong] ?? null, "string", { struct: "jsonPatchOp", path: [wrong] }));
  }
  if (value.length <= maxOperations) return;
  throw new StatusError({
    code: 413,
    reason: "RequestEntityTooLarge",
    message: `Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`,
  });
}

/** @throws StatusError 422 for an operation that does not apply */
export function applyPatch(type: PatchType, patch: Json, value: JsonObject, node: TypeNode): Json {
  if (type === "merge") return applyMergePatch(value, patch);
  if (type === "strategic") return applyStrategicMergePatch(value, patch as JsonObject, node);
  try {
    return applyJsonPatch(copyJson(value), patch as Json[]);
  } catch {
    // The response does not reveal the error.
    throw new StatusError({
      code: 422,
      reason: "Invalid",
      message: `the server rejected our request due to an error in our request`,
      details: {},
    });
  }
}

interface Outcome {
  readonly type: PatchType;
  readonly patch: Patch;
  readonly patched: Json;
}

/** @throws StatusError 422 if the result of the patch is not an object of the kind */
function readPatched(request: ResourceRequest, outcome: Outcome, { fieldValidation }: WriteOptions): ApiObject {
  const { type, patch, patched } = outcome;
  const expected = request.resource;
  const refuse = (detail: string): never => {
    const shown = type === "strategic" ? printGo(patch.value) : JSON.stringify(patched);
    throw invalidError("", "", "", [invalid("patch", shown, detail)]);
  };
  if (!isJsonObject(patched)) return refuse("json: cannot unmarshal into Go value of type map[string]interface {}");
  const apiVersion = toApiVersion(expected.group, expected.version);
  if (patched["kind"] !== expected.kind || patched["apiVersion"] !== apiVersion) {
    const { apiVersion: version, kind } = patched;
    return refuse(`no kind ${JSON.stringify(kind ?? "")} is registered for version ${JSON.stringify(version ?? "")}`);
  }
  const unfit = type === "strategic" ? unstructuredFault(patched, expected.type) : undefined;
  if (unfit !== undefined) return refuse(unfit);
  const { object, strictErrors, fault } = readObject(expected, copyJson(patched), []);
  if (fault !== undefined) return refuse(fault);
  const all = [...patch.strictErrors, ...strictErrors];
  if (fieldValidation === "Strict" && all.length > 0) return refuse(`strict decoding error: ${all.join(", ")}`);
  if (fieldValidation === "Warn") request.warnings.push(...all);
  return object;
}
