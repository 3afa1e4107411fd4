/** Resources that answer a question and are not stored: SelfSubjectReview, access reviews, TokenReview. */
import type { Authenticator } from "../authentication/authenticator.js";
import type { ReviewHandler } from "../authentication/review-request.js";
import { selfSubjectReview, tokenReview } from "../authentication/reviews.js";
import { tokenRequest } from "../authentication/token-request.js";
import type { Authorizer } from "../authorization/authorizer.js";
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  subjectAccessReview,
} from "../authorization/access-reviews.js";
import { selfSubjectRulesReview } from "../authorization/rules-review.js";
import type { Registry } from "../objects/registry.js";
import type { ObjectParts } from "../objects/write.js";
import type { StatusWriter } from "../objects/write-status.js";
import { podBinding } from "../pods/binding.js";
import { podEviction } from "../pods/eviction.js";
import { podsKey } from "../pods/pod-action.js";
import type { ServedResource } from "../resource.js";

/** By resource, and by subresource: `subjectaccessreviews`, `serviceaccounts/token`. */
export type Reviews = ReadonlyMap<string, ReviewHandler>;

export interface ReviewParts {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly objects: ObjectParts;
  readonly writeStatus: StatusWriter;
  readonly registry: Registry;
  readonly clock: { now(): number };
}

export function createReviews(parts: ReviewParts): Reviews {
  const { authenticator, authorizer, objects, writeStatus, registry, clock } = parts;
  const binding = podBinding(objects.store, objects.now);
  const pods = (): ServedResource => {
    const found = registry.findStored(podsKey);
    if (found === undefined) throw new Error("pods are always served");
    return found;
  };
  return new Map([
    ["tokenreviews", tokenReview(authenticator)],
    ["selfsubjectreviews", selfSubjectReview(clock)],
    ["subjectaccessreviews", subjectAccessReview(authorizer, objects.version)],
    ["localsubjectaccessreviews", localSubjectAccessReview(authorizer, objects.version)],
    ["selfsubjectaccessreviews", selfSubjectAccessReview(authorizer, objects.version)],
    ["selfsubjectrulesreviews", selfSubjectRulesReview(authorizer)],
    ["serviceaccounts/token", tokenRequest(objects.store, authenticator.issuer)],
    ["pods/eviction", podEviction({ objects, writeStatus, pods })],
    ["pods/binding", binding],
    ["bindings", binding],
  ]);
}
