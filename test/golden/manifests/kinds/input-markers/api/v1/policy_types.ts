import { type CustomResource, defineKind, type Int32, type Int64, type Time } from "tsop";

/**
 * Policy has an irregular plural.
 * +kubebuilder:object:root=true
 * +kubebuilder:resource:path=policies,singular=rule,shortName=pol;po,categories=all;rules,scope=Cluster
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
 * +kubebuilder:storageversion
 * +kubebuilder:printcolumn:name=Colour,type=string,JSONPath=.spec.colour,description="Its colour"
 * +kubebuilder:printcolumn:JSONPath=".spec.weight",format=int64,name="Weight in g",priority=1,type=integer
 * +kubebuilder:printcolumn:name="Active",type="boolean",JSONPath=".spec.active",priority=0
 * +kubebuilder:printcolumn:name="Since",type="date",format=date-time,JSONPath=".status.since"
 * +kubebuilder:selectablefield:JSONPath=.spec.colour
 * +kubebuilder:selectablefield:JSONPath=`.spec.weight`
 * +kubebuilder:metadata:annotations="example.com/team=storage"
 * +kubebuilder:metadata:annotations={"example.com/a=1","example.com/equation=a=b"},labels="tier=data";"app=policy"
 * +kubebuilder:title=Policy
 * +kubebuilder:externalDocs:url="https://example.com/policies",description="All about policies"
 * +genclient
 * +genclient:nonNamespaced
 * +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
 * +kubebuilder:object:generate=true
 */
export interface Policy extends CustomResource<"kinds.abc.com/v1", "Policy"> {
  spec?: {
    replicas?: Int32;
    colour?: string;
    weight?: Int64;
    active?: boolean;
  };
  status?: {
    replicas?: Int32;
    since?: Time;
  };
}
export const Policy = defineKind<Policy>("kinds.abc.com/v1", "Policy");

/**
 * A later one adds to an earlier one.
 * +kubebuilder:resource:path=gates,shortName=g
 * +kubebuilder:resource:singular=gate,categories=all
 */
export interface Gateway extends CustomResource<"kinds.abc.com/v1", "Gateway"> {}
export const Gateway = defineKind<Gateway>("kinds.abc.com/v1", "Gateway");

/**
 * Pool has what its tags say.
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
 * +kubebuilder:metadata:annotations="example.com/x=y";"example.com/z=1",labels="app=pool"
 */
export interface Pool extends CustomResource<"kinds.abc.com/v1", "Pool"> {
  spec?: { replicas?: Int32 };
  status?: { replicas?: Int32; selector?: string };
}
export const Pool = defineKind<Pool>("kinds.abc.com/v1", "Pool");
