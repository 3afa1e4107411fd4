/**
 * The scale of an object: its desired and its actual number of replicas. Source:
 * apiextensions-apiserver/pkg/registry/customresource/etcd.go (ScaleREST).
 */
import { type ApiObject, objectOf, textOf } from "../api-object.js";
import type { Answer } from "../http/answer.js";
import { invalid } from "../../core/field-error.js";
import { printSelector } from "../kinds/tables/selector-text.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";
import { updateObject } from "../objects/update-object.js";
import { isBuiltIn, type ScaleSubresource } from "../resource.js";
import {
  badRequestError,
  conflictError,
  internalError,
  invalidError,
  notFoundError,
  StatusError,
} from "../status-error.js";
import { groupResourceOf } from "../objects/write.js";
import { applyConfiguration, showKind } from "../field-management/apply-configuration.js";
import { writeOf } from "./create.js";
import { decodeObject } from "./decode-object.js";
import { getObject } from "./get.js";
import { managedWriteOf, withManager } from "./managers.js";
import { type Output, outputObject } from "./output.js";
import { checkName, placeObject } from "./object-place.js";
import { parseBody } from "./parse-body.js";
import { applyPatch, notePatch, parsePatch } from "./patch.js";
import { scaleTable } from "./scale-table.js";
import { choosePatchType } from "./patch-type.js";
import { noteRepeated, readConfiguration } from "./read-configuration.js";
import type { ResourceRequest } from "./request.js";
import { readWriteOptions, type WriteOptions } from "./write-options.js";

const scaleVersion = "autoscaling/v1";

export async function answerScale(request: ResourceRequest, paths: ScaleSubresource, output: Output): Promise<Answer> {
  const answer = (object: ApiObject): Answer => {
    const scale = toScale(paths, object);
    return { type: "object", code: 200, object: outputObject({ ...output, table: scaleTable }, scale) };
  };
  const { verb } = request.info;
  if (verb === "get") return answer(await getObject(request));
  const isApply = verb === "patch" && choosePatchType(request) === "apply";
  const options = readWriteOptions(request.query, verb === "update" ? "UpdateOptions" : "PatchOptions", isApply);
  const body = await request.readBody();
  if (verb === "patch") notePatch(request, choosePatchType(request), body);
  const sent = verb === "update" ? await readScale(request, options) : undefined;
  const { object } = await updateObject(request.parts, writeOf(request, options, request.info.name), {
    produce: (live) => {
      if (live === undefined) throw notFoundError(groupResourceOf(request.resource), request.info.name);
      if (isApply) return applyScale(request, options, paths, { live, body });
      const scale = sent ?? checkScale(request, patchScale(request, body, options, toScale(paths, live, 0)));
      return withManager(request, options, live, withReplicas(request, paths, live, scale));
    },
    strategy: request.resource.strategy,
    allowsCreate: false,
  });
  return answer(object);
}

const scaleKind = { group: "autoscaling", version: "v1", kind: "Scale" };

async function readScale(request: ResourceRequest, { fieldValidation }: WriteOptions): Promise<Scale> {
  if (!isBuiltIn(request.resource)) await checkKindOfScale(request);
  return checkScale(request, await decodeObject(request, scaleKind, fieldValidation));
}

async function checkKindOfScale(request: ResourceRequest): Promise<void> {
  const { value } = parseBody(await request.readBody(), request.contentType, undefined);
  const kind = isJsonObject(value) ? value["kind"] : undefined;
  if (typeof kind !== "string" || kind === "Scale") return;
  throw badRequestError('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"');
}

function patchScale(request: ResourceRequest, body: Buffer, options: WriteOptions, scale: JsonObject): Json {
  const type = choosePatchType(request);
  return applyPatch(
    type === "strategic" ? "merge" : type,
    parsePatch(type, body, options).value,
    scale,
    request.resource.type,
  );
}

/**
 * Applies the object's one field that the Scale contains.
 * Source: k8s.io/apimachinery/pkg/util/managedfields/scalehandler.go.
 */
async function applyScale(
  request: ResourceRequest,
  options: WriteOptions,
  paths: ScaleSubresource,
  { live, body }: { readonly live: ApiObject; readonly body: Buffer },
): Promise<ApiObject> {
  const { patch: configuration, repeated } = readConfiguration(body, request.parts.version);
  const { apiVersion, kind, metadata } = configuration;
  if (apiVersion !== scaleVersion || kind !== "Scale") {
    throw badRequestError(`invalid object type: ${showKind(configuration)}`);
  }
  // The configuration may omit the name, which the URL contains.
  metadata.name ??= request.info.name;
  const { replicas } = checkScale(request, configuration);
  const parts = partsOf(paths.specReplicasPath);
  const patch: ApiObject = { apiVersion: live.apiVersion, kind: live.kind, metadata: { name: request.info.name } };
  if (objectOf(configuration, "spec")?.["replicas"] !== undefined) writeAt(patch, parts, replicas);
  const write = { ...managedWriteOf(request, options, live), patch, force: options.force };
  const { apiVersion: parentVersion, kind: parentKind } = live;
  try {
    const applied = copyJson(await applyConfiguration({ ...write, apiVersion: parentVersion, kind: parentKind }));
    // No manager sets the field any more, and the Scale has no default for it.
    if (readAt(applied, parts) === undefined) writeAt(applied, parts, 0);
    noteRepeated(repeated, options, request);
    return applied;
  } catch (error) {
    throw error instanceof StatusError ? namedAfterScale(error, parentVersion) : error;
  }
}

/** Reports conflicts as fields of the Scale, whichever version of the object their managers wrote. */
function namedAfterScale({ failure }: StatusError, apiVersion: string): StatusError {
  const rename = (text: string): string => text.replaceAll(` using ${apiVersion}`, ` using ${scaleVersion}`);
  const causes = failure.details?.causes?.map((cause) => ({ ...cause, message: rename(cause.message ?? "") }));
  return new StatusError({
    ...failure,
    message: rename(failure.message),
    ...(causes === undefined ? {} : { details: { ...failure.details, causes } }),
  });
}

interface Scale {
  readonly replicas: number;
  readonly resourceVersion: string;
}

function checkScale(request: ResourceRequest, scale: Json): Scale {
  const { info } = request;
  if (!isJsonObject(scale) || !isJsonObject(scale["metadata"]) || (scale["kind"] ?? "Scale") !== "Scale") {
    throw badRequestError("the object provided is unrecognized (must be of type Scale)");
  }
  placeObject(request, scale as ApiObject); // it has metadata
  checkName(request, scale as ApiObject);
  const replicas = objectOf(scale, "spec")?.["replicas"] ?? 0;
  if (typeof replicas !== "number" || !Number.isInteger(replicas)) {
    throw badRequestError(
      'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal into Go struct field ScaleSpec.spec.replicas of type int32',
    );
  }
  // A custom resource's own schema limits the field.
  if (replicas < 0 && isBuiltIn(request.resource)) {
    const fault = invalid("spec.replicas", replicas, "must be greater than or equal to 0");
    throw invalidError("autoscaling", "Scale", info.name, [fault]);
  }
  return { replicas, resourceVersion: textOf(scale["metadata"], "resourceVersion") };
}

function withReplicas(request: ResourceRequest, paths: ScaleSubresource, live: ApiObject, scale: Scale): ApiObject {
  const { resourceVersion } = live.metadata;
  if (scale.resourceVersion !== "" && scale.resourceVersion !== resourceVersion) {
    const why = "the object has been modified; please apply your changes to the latest version and try again";
    throw conflictError(groupResourceOf(request.resource), request.info.name, why);
  }
  const object = copyJson(live);
  writeAt(object, partsOf(paths.specReplicasPath), scale.replicas);
  return object;
}

/** @param absent - the number of replicas of an object without the field; default: an error */
export function toScale(
  { specReplicasPath, statusReplicasPath, labelSelectorPath }: ScaleSubresource,
  object: ApiObject,
  absent?: number,
): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = readAt(object, partsOf(specReplicasPath)) ?? absent;
  if (replicas === undefined) throw internalError(`the spec replicas field "${specReplicasPath}" does not exist`);
  const selector = labelSelectorPath === undefined ? undefined : readAt(object, partsOf(labelSelectorPath));
  const text = typeof selector === "string" ? selector : printSelector(isJsonObject(selector) ? selector : undefined);
  return {
    kind: "Scale",
    apiVersion: scaleVersion,
    metadata: {
      name: name ?? "",
      ...(namespace === undefined ? {} : { namespace }),
      uid: uid ?? "",
      resourceVersion: resourceVersion ?? "",
      creationTimestamp: creationTimestamp ?? "",
    },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: readAt(object, partsOf(statusReplicasPath)) ?? 0,
      ...(text === "" ? {} : { selector: text }),
    },
  };
}

function partsOf(path: string): string[] {
  return path.replace(/^\./, "").split(".");
}

function readAt(object: Json | undefined, parts: readonly string[]): Json | undefined {
  return parts.reduce<Json | undefined>(
    (value, part) => (isJsonObject(value) ? ownOf(value, part) : undefined),
    object,
  );
}

function writeAt(object: JsonObject, parts: readonly string[], value: Json): void {
  let place = object;
  const [last = "", ...before] = parts.toReversed();
  for (const part of before.toReversed()) {
    const found = ownOf(place, part);
    const inner = isJsonObject(found) ? found : {};
    setOwn(place, part, inner);
    place = inner;
  }
  setOwn(place, last, value);
}
