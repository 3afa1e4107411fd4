/**
 * Asks the main API server whether a user may do something. Source: k8s.io/apiserver/plugin/pkg/authorizer/webhook and
 * pkg/server/options/authorization.go.
 */
import {
  type AuthorizationDecision,
  type Decide,
  isPrivileged,
  type RequestAttributes,
} from "../../apiserver/authorization/authorizer.js";
import { internalError } from "../../apiserver/status-error.js";
import type { Clock } from "../../core/clock.js";
import type { SubjectAccessReview, SubjectAccessReviewSpec } from "../../k8s/authorization/v1.js";
import type { LiveClient } from "../../kube/client.js";
import type { Logger } from "../../runtime/logger.js";
import { ExpiringCache } from "./expiring-cache.js";

/** How long a decision stays known, whether it allows or denies. */
const ttlMs = 10_000;
const mostDecisions = 8_192;
/** The decision about a request with longer attributes is not kept. */
const mostCharacters = 10_000;

/** Open to everyone, so that kubelet and the main API server can probe. */
const openPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

export function accessReviews(client: Pick<LiveClient, "create">, clock: Clock, log: Logger): Decide {
  const known = new ExpiringCache<AuthorizationDecision>(clock, mostDecisions);
  return async (attributes) => {
    if (isPrivileged(attributes.user)) return { isAllowed: true, reason: "" };
    if (!attributes.isResourceRequest && openPaths.has(attributes.path)) return { isAllowed: true, reason: "" };
    const spec = toSpec(attributes);
    const key = JSON.stringify(spec);
    try {
      return await known.get(key, async () => ({
        value: await review(client, spec),
        ttlMs: key.length > mostCharacters ? 0 : ttlMs,
      }));
    } catch (error) {
      log.error("cannot ask the API server whether a request is allowed", { user: attributes.user.username, error });
      throw internalError("the API server does not say whether this request is allowed");
    }
  };
}

async function review(
  client: Pick<LiveClient, "create">,
  spec: SubjectAccessReviewSpec,
): Promise<AuthorizationDecision> {
  const { status } = await client.create<SubjectAccessReview>({
    ...{ apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", metadata: {} },
    spec,
  });
  return { isAllowed: status?.allowed === true && status.denied !== true, reason: status?.reason ?? "" };
}

function toSpec(attributes: RequestAttributes): SubjectAccessReviewSpec {
  const { user, verb, namespace, group, version, resource, subresource, name, path } = attributes;
  return {
    user: user.username,
    groups: [...user.groups],
    ...(user.uid === undefined ? {} : { uid: user.uid }),
    extra: Object.fromEntries(Object.entries(user.extra ?? {}).map(([key, values]) => [key, [...values]])),
    ...(attributes.isResourceRequest
      ? { resourceAttributes: { namespace, verb, group, version, resource, subresource, name } }
      : { nonResourceAttributes: { path, verb } }),
  };
}
