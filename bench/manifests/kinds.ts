/** Generates the same kinds in TypeScript and in Go: a nested spec with bounds, an enum, a list map, conditions, and columns. */
export function typescriptKind(kind: string): string {
  return `import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

/** One port of a ${kind}. */
export interface ${kind}Port {
  /**
   * Name of the port.
   * @maxLength 63
   */
  name: string;
  /**
   * Number of the port.
   * @minimum 1
   * @maximum 65535
   */
  port: Int32;
  /** @default "TCP" */
  protocol?: "TCP" | "UDP";
}

/** ${kind}Spec is the desired state. */
export interface ${kind}Spec {
  /**
   * The number of replicas to run.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;
  /** @pattern ^[a-z0-9/:.-]+$ */
  image: string;
  /** How pods are replaced. */
  strategy?: "Recreate" | "RollingUpdate";
  labels?: Record<string, string>;
  /**
   * @listType map
   * @listMapKey name
   */
  ports?: ${kind}Port[];
}

/** ${kind}Status is the observed state. */
export interface ${kind}Status {
  readyReplicas?: Int32;
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * ${kind} is the schema of its API.
 * @printColumn name=Replicas type=integer jsonPath=.spec.replicas
 */
export interface ${kind} extends CustomResource<"bench.example.com/v1", "${kind}"> {
  spec: ${kind}Spec;
  status?: ${kind}Status;
}
export const ${kind} = defineKind<${kind}>("bench.example.com/v1", "${kind}");
`;
}

export function goKind(kind: string): string {
  return `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// One port of a ${kind}.
type ${kind}Port struct {
	// Name of the port.
	// +kubebuilder:validation:MaxLength=63
	Name string \`json:"name"\`
	// Number of the port.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 \`json:"port"\`
	// +kubebuilder:default=TCP
	// +kubebuilder:validation:Enum=TCP;UDP
	Protocol string \`json:"protocol,omitempty"\`
}

// ${kind}Spec is the desired state.
type ${kind}Spec struct {
	// The number of replicas to run.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:default=1
	Replicas int32 \`json:"replicas,omitempty"\`
	// +kubebuilder:validation:Pattern=\`^[a-z0-9/:.-]+$\`
	Image string \`json:"image"\`
	// How pods are replaced.
	// +kubebuilder:validation:Enum=Recreate;RollingUpdate
	Strategy string \`json:"strategy,omitempty"\`
	Labels map[string]string \`json:"labels,omitempty"\`
	// +listType=map
	// +listMapKey=name
	Ports []${kind}Port \`json:"ports,omitempty"\`
}

// ${kind}Status is the observed state.
type ${kind}Status struct {
	ReadyReplicas int32 \`json:"readyReplicas,omitempty"\`
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition \`json:"conditions,omitempty"\`
}

// ${kind} is the schema of its API.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.spec.replicas
type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec   ${kind}Spec   \`json:"spec"\`
	Status ${kind}Status \`json:"status,omitempty"\`
}
`;
}

/** Returns kind names: `WidgetAa`, `WidgetAb`, … */
export function kindNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    return `Widget${String.fromCharCode(65 + Math.floor(index / 26), 97 + (index % 26))}`;
  });
}
