import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { writeOf } from "../endpoints/create.js";
import { methodNotAllowedError } from "../http/methods.js";
import type { ResourceRequest } from "../endpoints/request.js";
import { answerReview } from "../endpoints/review.js";
import type { Answer } from "../http/answer.js";
import { attributesOf } from "../objects/write.js";
import { checkConnectOptions, connectOptions } from "../pods/connect-options.js";
import type { ActionSubresource } from "../resource.js";
import type { ConnectHandler } from "../pods/connect.js";
import { badRequestError, forbiddenError } from "../status-error.js";
import type { Reviews } from "./reviews.js";

/**
 * Subresources that a WebSocket opens with GET, and that still require the right to create
 * (AuthorizePodWebsocketUpgradeCreatePermission, 1.35).
 */
const streams = new Set(["pods/attach", "pods/exec", "pods/portforward"]);

/** Answers a request for a subresource that is not a part of the object. Throws a StatusError to reject it. */
export type Actions = (request: ResourceRequest, subresource: ActionSubresource) => Promise<Answer>;

export function createActions(reviews: Reviews, connects: ReadonlyMap<string, ConnectHandler>): Actions {
  return async (request, subresource) => {
    const { resource, info, query } = request;
    const key = `${resource.resource}/${info.subresource}`;
    const connect = connects.get(key);
    if (connect !== undefined) {
      const options = info.subresource === "log" ? {} : await admitConnection(request, subresource.kind);
      const { requiresCreateForStreams } = request.parts.features;
      const isStream = request.webSocketProtocols !== undefined && streams.has(key);
      if (isStream && requiresCreateForStreams) await checkMayCreate(request);
      return connect({ namespace: info.namespace, name: info.name, query, options });
    }
    const review = reviews.get(key);
    if (review === undefined) throw methodNotAllowedError();
    return answerReview(request, review, { ...subresource, type: subresource.schema });
  };
}

/** Returns the options of the connection, as the plugins of admission have accepted and may have changed them. */
async function admitConnection(request: ResourceRequest, kind: string): Promise<JsonObject> {
  const { parts, info, query } = request;
  if (query.has("dryRun")) throw badRequestError("dryRun is not supported");
  const options = connectOptions(kind, query, info.rest) as ApiObject; // without metadata, unlike what clients write
  const write = writeOf(request, { isDryRun: false, asObject: {} }, info.name);
  const attributes = attributesOf(write, "CONNECT", options, undefined);
  await parts.admission.mutate(attributes);
  const { object = options } = attributes;
  checkConnectOptions(object);
  await parts.admission.validate(attributes);
  return object;
}

/** Rejects without a reason. Source: ensureAuthorizedForVerb in kubernetes/pkg/registry/core/pod/rest/subresources.go. */
async function checkMayCreate(request: ResourceRequest): Promise<void> {
  try {
    await request.authorize("create");
  } catch {
    throw forbiddenError({ group: "", resource: request.resource.resource }, request.info.name, "");
  }
}
