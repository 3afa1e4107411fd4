import { type CustomResource, defineKind, type Int32 } from "tsop";

/**
 * @printColumn name=A type=integer jsonPath=.spec.replcas
 * @printColumn name=B type=string jsonPath=.status.fase
 * @printColumn name=C type=string jsonPath=.phase
 * @printColumn name=D type=string jsonPath=.spec.nothing
 * @printColumn name="" type=string jsonPath=.status.phase
 * @scale spec=.spec.size status=.status.replicas
 */
export interface Near extends CustomResource<"foo.abc.com/v1", "Near"> {
  spec: { replicas: Int32; template?: { size?: Int32 } };
  status?: { phase?: string; replicas?: Int32 };
}
export const Near = defineKind<Near>("foo.abc.com/v1", "Near");
