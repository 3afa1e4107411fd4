import { defined } from "../core/defined.js";
import type { SelfSubjectAccessReview, SubjectAccessReview } from "../k8s/authorization/v1.js";
import type { Client } from "../kube/client.js";

/** One verb on one resource. */
export interface Right {
  readonly verb: string;
  readonly group: string;
  /** With its subresource, if it is about one: `pods/log`. */
  readonly resource: string;
  /** Empty for the whole cluster. */
  readonly namespace: string;
}

/** A user who is asked about; undefined is whoever asks. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

/** What putting an object into a cluster needs, on its resource. */
export const deployVerbs = ["get", "create", "patch"] as const;

/** Asks the API server; undefined where it does not say. Everybody who is logged in may ask about themselves. */
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
