import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface DeclarativeSpec {
  // +k8s:required
  name?: string;
  // +k8s:required
  // +kubebuilder:validation:MinLength=3
  title?: string;
  // +k8s:required
  size: "Small" | "Large";
  // +k8s:required
  replicas?: Int32;
  // +k8s:required
  enabled?: boolean;
  // +k8s:required
  // +k8s:maxItems=5
  hosts?: string[];
  // +k8s:required
  labels?: Record<string, string>;
  // +k8s:required
  place?: Place;
  // +k8s:minimum=1
  // +k8s:maximum=65535
  // +k8s:optional
  port: Int32;
  // +k8s:listType=map
  // +k8s:listMapKey=name
  // +k8s:listMapKey=protocol
  // +k8s:maxItems=10
  // +k8s:optional
  ports: Port[];
  places?: Places;
}

// +k8s:listType=map
// +k8s:listMapKey=zone
type Places = Zone[];

interface Zone {
  zone: string;
}

interface Place {
  zone?: string;
}

interface Port {
  name: string;
  protocol: string;
}

export interface Declarative extends CustomResource<"declarative.abc.com/v1", "Declarative"> {
  spec: DeclarativeSpec;
}
export const Declarative = defineKind<Declarative>("declarative.abc.com/v1", "Declarative");
