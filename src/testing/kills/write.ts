import { isJsonObject } from "../../core/json.js";
import { readJson } from "../../core/json-fields.js";
import { readTarget } from "../../core/request-target.js";
import type { RequestAttributes } from "../environment/request-attributes.js";

/** A write of the operator that changes what the API server stores. */
export interface OperatorWrite extends RequestAttributes {
  /** A description: `create StatefulSet default/db`, `update status of Bar default/a`. */
  readonly text: string;
}

const writeVerbs = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** The resources that no other object depends on or that are not stored: events, leases, access reviews. */
const uncounted = new Set(["events", "leases", "tokenreviews", "subjectaccessreviews", "selfsubjectaccessreviews"]);

export function changesState({ verb, resource, subresource }: RequestAttributes, url: string): boolean {
  if (!writeVerbs.has(verb) || uncounted.has(resource) || subresource === "token") return false;
  return readTarget(url)?.searchParams.has("dryRun") !== true;
}

export function describeWrite(request: RequestAttributes, contentType: string, body: Buffer): OperatorWrite {
  const { kind, metadata } = bodyOf(body);
  const isObject = request.verb !== "delete" && request.verb !== "deletecollection";
  const generated = metadata?.generateName === undefined ? "" : `${metadata.generateName}*`;
  const name = request.name || (isObject ? metadata?.name || generated : "");
  const verb = contentType.startsWith("application/apply-patch") ? "apply" : request.verb;
  const part = request.subresource === "" ? "" : `${request.subresource} of `;
  const what = (isObject ? kind : undefined) ?? request.resource;
  const key = [request.namespace, name].filter((word) => word !== "").join("/");
  return { ...request, name, text: `${verb} ${part}${what} ${key}`.trim() };
}

interface WrittenBody {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly generateName?: string };
}

function bodyOf(body: Buffer): WrittenBody {
  const value = readJson(body.toString("utf8"));
  return isJsonObject(value) ? value : {}; // the server reports the error
}
