import { type CustomResource, defineKind, type Int32 } from "tsop";

/**
 * @printColumn name=A type=datetime jsonPath=.spec.a
 * @printColumn name=B type=string jsonPath=spec.a
 * @printColumn name=C type=string jsonPath=.spec.gone
 * @printColumn name=D type=string jsonPath=.spec.list[0
 * @printColumn name=E type=string format=none jsonPath=.spec.a
 * @scale spec=.spec.gone status=.status.replicas
 * @selectable .spec.list
 * @selectable .spec.a
 * @selectable .metadata.name
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: {
    /** @selectable */
    a?: string;
    list?: {
      /** @printColumn */
      inner?: string;
    }[];
    /** @printColumn */
    object?: { a?: string };
    /** @specReplicas */
    replicas?: string;
  };
  status?: { replicas?: string };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");

export interface Half extends CustomResource<"foo.abc.com/v1", "Half"> {
  spec?: {
    /** @specReplicas */
    replicas?: Int32;
  };
}
export const Half = defineKind<Half>("foo.abc.com/v1", "Half");

export interface Misplaced extends CustomResource<"foo.abc.com/v1", "Misplaced"> {
  spec?: {
    /** @statusReplicas */
    observed?: Int32;
  };
  status?: {
    /** @specReplicas */
    desired?: Int32;
  };
}
export const Misplaced = defineKind<Misplaced>("foo.abc.com/v1", "Misplaced");
