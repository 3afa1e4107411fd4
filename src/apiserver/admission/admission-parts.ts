/** The parts of the server that admission uses. */
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { RbacAuthorizer } from "../authorization/rbac-authorizer.js";
import type { Authorizer } from "../authorization/authorizer.js";
import type { StatusWriter } from "../objects/write-status.js";
import type { ServedResource, StoredObjects } from "../resource.js";
import type { ServiceResolver } from "../webhooks/service-resolver.js";

export interface AdmissionParts {
  readonly version: KubernetesVersion;
  readonly objects: StoredObjects;
  /** All resources served now, for rules that name another version of the requested resource. */
  readonly resources: () => readonly ServedResource[];
  readonly authorizer: Authorizer;
  /** Absent if the server does not enforce roles: then users may grant any rights. */
  readonly rbac?: RbacAuthorizer;
  readonly resolveService: ServiceResolver;
  readonly writeStatus: StatusWriter;
  readonly now: () => number;
}
