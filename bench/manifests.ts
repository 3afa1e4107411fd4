import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Benchmark, Sides } from "./benchmark.js";
import { timed, tsop } from "./timed.js";

/** The same kinds in TypeScript and in Go: a nested spec with bounds, an enum, a list map, conditions and columns. */
function typescriptKind(kind: string): string {
  return `import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

/** One port of a ${kind}. */
export interface ${kind}Port {
  /** Name of the port. @maxLength 63 */
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
   * How many replicas to run.
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

function goKind(kind: string): string {
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
	// How many replicas to run.
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

const controllerGen = (): string => path.join(process.env["KUBEBUILDER_ASSETS"] ?? "", "controller-gen");

/** Makes both projects. The Go one needs Go and its module proxy; the first run downloads apimachinery. */
function setUp(folder: string, kinds: number): { ours: string; theirs: string } {
  const ours = path.join(folder, "typescript");
  const theirs = path.join(folder, "go");
  mkdirSync(ours);
  tsop(["init", "--domain", "example.com", "--tsop", "0.1.0", "--no-install"], ours);
  mkdirSync(path.join(ours, "api/v1"), { recursive: true });
  mkdirSync(path.join(theirs, "v1"), { recursive: true });
  writeFileSync(path.join(theirs, "go.mod"), "module bench\n\ngo 1.24\n\nrequire k8s.io/apimachinery v0.35.4\n");
  writeFileSync(path.join(theirs, "v1/doc.go"), "// +groupName=bench.example.com\npackage v1\n");
  for (let index = 0; index < kinds; index++) {
    const kind = `Widget${String.fromCharCode(65 + Math.floor(index / 26), 97 + (index % 26))}`;
    writeFileSync(path.join(ours, `api/v1/${kind.toLowerCase()}_types.ts`), typescriptKind(kind));
    writeFileSync(path.join(theirs, `v1/${kind.toLowerCase()}_types.go`), goKind(kind));
  }
  timed("go", ["mod", "tidy"], theirs);
  return { ours, theirs };
}

function goSide(folder: string): () => number {
  return () =>
    timed(
      controllerGen(),
      ["crd", "rbac:roleName=manager-role", "paths=./...", "output:crd:artifacts:config=crd"],
      folder,
    );
}

/** Generated anew each time: what was there is removed first. */
function fromScratch(kinds: number) {
  return (folder: string): Promise<Sides> => {
    const { ours, theirs } = setUp(folder, kinds);
    return Promise.resolve({
      ours: () => {
        for (const made of ["crd/bases", "samples", "rbac/role.yaml"]) {
          rmSync(path.join(ours, "config", made), { recursive: true, force: true });
        }
        rmSync(path.join(ours, ".tsop"), { recursive: true, force: true });
        return tsop(["manifests"], ours);
      },
      theirs: goSide(theirs),
    });
  };
}

function unchanged(kinds: number) {
  return (folder: string): Promise<Sides> => {
    const { ours, theirs } = setUp(folder, kinds);
    return Promise.resolve({ ours: () => tsop(["manifests"], ours), theirs: goSide(theirs) });
  };
}

const peer = "controller-gen on the same kinds in Go";

export const manifests5: Benchmark = {
  name: "manifests-5",
  work: "tsop manifests, 5 kinds",
  peer,
  reach: 0.8,
  unit: "ms",
  setUp: fromScratch(5),
};

export const manifestsUnchanged: Benchmark = {
  name: "manifests-unchanged",
  work: "tsop manifests, 5 kinds, nothing changed",
  peer,
  reach: 0.3,
  unit: "ms",
  setUp: unchanged(5),
};

export const manifests100: Benchmark = {
  name: "manifests-100",
  work: "tsop manifests, 100 kinds",
  peer,
  reach: 1,
  unit: "ms",
  setUp: fromScratch(100),
};
