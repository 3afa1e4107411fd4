import { type CustomResource, defineKind, type Int32, type Int64, type Time } from "tsop";

/**
 * Policy has an irregular plural.
 * @singular rule
 * @shortName pol po
 * @categories all;rules
 * @scope Cluster
 * @storageVersion
 * @annotation example.com/team=storage
 * @annotation example.com/a=1;example.com/equation=a=b
 * @label tier=data
 * @label app=policy
 * @title Policy
 * @externalDocs https://example.com/policies description="All about policies"
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1", "Policy"> {
  spec?: {
    /** @specReplicas */
    replicas?: Int32;
    /**
     * @printColumn description="Its colour"
     * @selectable
     */
    colour?: string;
    /**
     * @printColumn name="Weight in g" format=int64 priority=1
     * @selectable
     */
    weight?: Int64;
    /** @printColumn */
    active?: boolean;
  };
  status?: {
    /** @statusReplicas */
    replicas?: Int32;
    /** @printColumn Since format=date-time */
    since?: Time;
  };
}
export const Policy = defineKind<Policy>("kinds.abc.com/v1", "Policy");

/**
 * A later one adds to an earlier one.
 * @plural gates
 * @shortName g
 * @categories all
 * @singular gate
 */
export interface Gateway extends CustomResource<"kinds.abc.com/v1", "Gateway"> {}
export const Gateway = defineKind<Gateway>("kinds.abc.com/v1", "Gateway");

/**
 * Pool has what its tags say.
 * @subresource status
 * @scale spec=.spec.replicas status=.status.replicas selector=.status.selector
 * @crdMetadata annotations="example.com/x=y";"example.com/z=1" labels="app=pool"
 */
export interface Pool extends CustomResource<"kinds.abc.com/v1", "Pool"> {
  spec?: { replicas?: Int32 };
  status?: { replicas?: Int32; selector?: string };
}
export const Pool = defineKind<Pool>("kinds.abc.com/v1", "Pool");
