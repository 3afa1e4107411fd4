import { type Condition, type CustomResource, defineKind, type Int32, type Time } from "tsop";

/**
 * Web serves pages.
 * @printColumn name=Ready type=string jsonPath=.status.conditions[?(@.type=="Ready")].status description="Whether it serves"
 * @printColumn name=Age type=date jsonPath=.metadata.creationTimestamp priority=1
 * @categories all
 * @shortName w
 */
// +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
// +kubebuilder:metadata:annotations="example.com/a=1";"example.com/b=two",labels="tier=web"
export interface Web extends CustomResource<"example.abc.com/v1", "Web"> {
  spec: {
    image: string;
    /**
     * @printColumn Desired
     * @specReplicas
     */
    replicas?: Int32;
    /**
     * @printColumn
     * @selectable
     */
    colour?: string;
  };
  status?: {
    /**
     * @printColumn name=Current format=int32
     * @statusReplicas
     */
    replicas?: Int32;
    /** @labelSelector */
    selector?: string;
    /** @printColumn Last seen */
    lastSeen?: Time;
    conditions?: Condition[];
  };
}
export const Web = defineKind<Web>("example.abc.com/v1", "Web");
