import { defined } from "../core/defined.js";
import type { SelfSubjectAccessReview, SubjectAccessReview } from "../k8s/authorization/v1.js";
import type { Client } from "../kube/client.js";

/** One verb on one resource. */
export interface Right {
  readonly verb: string;
  readonly group: string;
  /** The resource, with its subresource if there is one: `pods/log`. */
  readonly resource: string;
  /** The namespace; empty for the whole cluster. */
  readonly namespace: string;
}

/** The user to check; undefined for the current user. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The verbs that a deployment needs for the resource of an object. */
export const deployVerbs = ["get", "create", "patch"] as const;

/**
 * Asks the API server for a permission; returns undefined if it does not answer. Every authenticated user may ask about
 * themselves.
 */
export async function isAllowed(
  client: Pick<Client, "create">,
  { verb, group, resource, namespace }: Right,
  subject: Subject | undefined,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const [name = "", subresource] = resource.split("/");
  const place = namespace === "" ? {} : { namespace };
  const resourceAttributes = { ...defined({ verb, group, resource: name, subresource }), ...place };
  const apiVersion = "authorization.k8s.io/v1";
  if (subject === undefined) {
    const review = await client.create<SelfSubjectAccessReview>(
      { apiVersion, kind: "SelfSubjectAccessReview", metadata: {}, spec: { resourceAttributes } },
      { signal },
    );
    return review.status?.allowed;
  }
  const spec = { user: subject.user, groups: [...subject.groups], resourceAttributes };
  const review = await client.create<SubjectAccessReview>(
    { apiVersion, kind: "SubjectAccessReview", metadata: {}, spec },
    { signal },
  );
  return review.status?.allowed;
}
