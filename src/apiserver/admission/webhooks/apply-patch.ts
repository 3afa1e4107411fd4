/** Applies the patch of a webhook to an object. */
import type { ApiObject } from "../../api-object.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { parseApiVersion } from "../../../core/gvk.js";
import { applyJsonPatch } from "../../../core/json-patch.js";
import type { ServedResource } from "../../resource.js";
import { internalError, serverFault, type StatusError } from "../../status-error.js";
import { decodeBuiltIn } from "../../types/decode.js";
import { wrongTypeFault } from "../../types/go-fault.js";
import { quoteText } from "../../../core/go-text.js";
import { callFailure } from "./call-webhook.js";
import type { Webhook } from "./webhook.js";

/** Returns the patched object; undefined if the patch is empty. @throws StatusError */
export function applyPatch(text: string, object: ApiObject | undefined, webhook: Webhook): JsonObject | undefined {
  const operations = readOperations(text, webhook);
  if (operations.length === 0) return undefined;
  if (object === undefined) {
    const why = "attempted to modify the object, which is not supported for this operation";
    throw internalError(`admission webhook ${quoteText(webhook.name)} ${why}`);
  }
  const patched = tryPatch(copyJson<Json>(object), operations);
  if (!isJsonObject(patched)) throw internalError("json: cannot unmarshal the patched document into an object");
  return patched;
}

function readOperations(text: string, webhook: Webhook): readonly Json[] {
  const undecodable = (why: string): StatusError =>
    callFailure(webhook, `received undecodable patch in webhook response: ${why}`);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const [first = ""] = text.trim();
    throw undecodable(
      first === "" ? "unexpected end of JSON input" : `invalid character '${first}' looking for beginning of value`,
    );
  }
  if (Array.isArray(value)) return value;
  throw undecodable(wrongTypeFault(value, "jsonpatch.Patch"));
}

function tryPatch(document: Json, operations: readonly Json[]): Json {
  try {
    return applyJsonPatch(document, operations);
  } catch (error) {
    throw internalError(error instanceof Error ? error.message : String(error));
  }
}

/** Decodes a patched object as one of its kind: drops unknown fields and sets defaults. @throws StatusError */
export function decodeChanged(changed: JsonObject, resource: ServedResource, before: ApiObject): ApiObject {
  refuseOtherKind(changed, resource, before);
  const object = before.kind === resource.kind ? decode(changed, resource) : changed;
  // The options of a connection have none.
  const hasMetadata = isJsonObject(before["metadata"]);
  if (hasMetadata && !isJsonObject(object["metadata"])) object["metadata"] = {};
  const decoded = object as ApiObject; // of the same kind, and with metadata
  if (before.kind === resource.kind) resource.strategy.setDefaults(decoded);
  return decoded;
}

function decode(changed: JsonObject, { strategy, type }: ServedResource): JsonObject {
  if (strategy.decode === undefined) {
    const { object, fault } = decodeBuiltIn(changed, type);
    if (fault !== undefined) throw internalError(fault);
    return object;
  }
  const { fault } = strategy.decode(changed as ApiObject); // the function validates that itself
  if (fault !== undefined) throw internalError(fault);
  return changed;
}

function refuseOtherKind(changed: JsonObject, resource: ServedResource, before: ApiObject): void {
  const { kind, apiVersion } = changed;
  if (kind === before.kind && apiVersion === before.apiVersion) return;
  const { version } = parseApiVersion(typeof apiVersion === "string" ? apiVersion : "");
  const [group = ""] = (resource.group === "" ? "core" : resource.group).split(".");
  const shown = typeof kind === "string" ? kind : "";
  const message = `converting (${version}.${shown}) to (${group}.${before.kind}): unknown conversion`;
  throw serverFault(message);
}
