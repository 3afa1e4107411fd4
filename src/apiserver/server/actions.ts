import { methodNotAllowedError } from "../http/methods.js";
import type { ResourceRequest } from "../endpoints/request.js";
import { answerReview } from "../endpoints/review.js";
import type { Answer } from "../http/answer.js";
import type { ActionSubresource } from "../resource.js";
import type { ConnectHandler } from "../pods/connect.js";
import { forbiddenError } from "../status-error.js";
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
    const { requiresCreateForStreams } = request.parts.features;
    const isStream = request.webSocketProtocols !== undefined && streams.has(key);
    if (connect !== undefined && isStream && requiresCreateForStreams) await checkMayCreate(request);
    if (connect !== undefined) return connect({ namespace: info.namespace, name: info.name, query });
    const review = reviews.get(key);
    if (review === undefined) throw methodNotAllowedError();
    return answerReview(request, review, { ...subresource, type: subresource.schema });
  };
}

/** Rejects without a reason. Source: ensureAuthorizedForVerb in kubernetes/pkg/registry/core/pod/rest/subresources.go. */
async function checkMayCreate(request: ResourceRequest): Promise<void> {
  try {
    await request.authorize("create");
  } catch {
    throw forbiddenError({ group: "", resource: request.resource.resource }, request.info.name, "");
  }
}
