/** What admission asks of the rest of the server. */
import type { RbacAuthorizer } from "../authorization/rbac-authorizer.js";
import type { Authorizer } from "../authorization/authorizer.js";
import type { StatusWriter } from "../objects/write-status.js";
import type { ServedResource, StoredObjects } from "../resource.js";
import type { ServiceResolver } from "../webhooks/service-resolver.js";

export interface AdmissionParts {
  readonly objects: StoredObjects;
  /** All that is served at the moment, for rules that name another version of what a request is for. */
  readonly resources: () => readonly ServedResource[];
  readonly authorizer: Authorizer;
  /** Absent where roles are not enforced: then nobody is kept from giving rights away. */
  readonly rbac?: RbacAuthorizer;
  readonly resolveService: ServiceResolver;
  readonly writeStatus: StatusWriter;
  readonly now: () => number;
}
