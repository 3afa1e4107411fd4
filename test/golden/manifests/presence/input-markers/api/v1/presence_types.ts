// +groupName=presence.abc.com
// +versionName=v1

import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface PresenceSpec {
  plain: string;
  omitted?: string;
  pointer: string;
  // +optional
  optional: string;
  // +kubebuilder:validation:Optional
  alsoOptional: string;
  // +k8s:optional
  thirdOptional: string;
  // +required
  required?: string;
  // +kubebuilder:validation:Required
  alsoRequired?: string;
  // +k8s:required
  thirdRequired?: string;
  // +nullable
  // +optional
  nullable: string;
  // +nullable
  requiredNull: Int32;
  // +kubebuilder:default="a text"
  // +kubebuilder:example="another"
  text?: string;
  // +kubebuilder:default:=5
  // +kubebuilder:example=7
  number?: Int32;
  // +kubebuilder:default=false
  flag?: boolean;
  // +kubebuilder:default={a,b}
  // +kubebuilder:example={c}
  list?: string[];
  // +kubebuilder:default={key: "value"}
  // +kubebuilder:example={other: "value"}
  map?: Record<string, string>;
  // +default="declared"
  declared?: string;
  // +default=3
  declaredNumber?: Int32;
  // +default={"size":"Small","sizes":["Small","Large"]}
  declaredObject?: Sizes;
  // +kubebuilder:default={}
  empty?: Sizes;
  /**
   * A default does not make a field optional.
   * +kubebuilder:default=here
   */
  always: string;
  // +k8s:immutable
  fixed: string;
  // +k8s:immutable
  // +optional
  fixedOnce: string;
  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  object?: unknown;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:XPreserveUnknownFields
  anything?: Sizes;
}

interface Sizes {
  // +kubebuilder:default=Large
  size?: string;
  sizes?: string[];
}

export interface Presence extends CustomResource<"presence.abc.com/v1", "Presence"> {
  spec: PresenceSpec;
}
export const Presence = defineKind<Presence>("presence.abc.com/v1", "Presence");
