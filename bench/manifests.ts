import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Benchmark, single, type SingleBenchmark } from "./benchmark.js";
import { timed, tsop, type TsopOptions } from "./timed.js";

type Sides = ReturnType<SingleBenchmark["setUp"]>;

/** The same kinds in TypeScript and in Go: a nested spec with bounds, an enum, a list map, conditions and columns. */
function typescriptKind(kind: string): string {
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

/** `WidgetAa`, `WidgetAb`, … */
function kindNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    return `Widget${String.fromCharCode(65 + Math.floor(index / 26), 97 + (index % 26))}`;
  });
}

/** A project of ours in a new folder. */
export function typescriptProject(folder: string, kinds: number): string {
  const project = path.join(folder, `typescript-${kinds}`);
  mkdirSync(project);
  tsop(["init", "--domain", "example.com", "--tsop", "0.1.0", "--no-install"], project);
  mkdirSync(path.join(project, "api/v1"), { recursive: true });
  for (const kind of kindNames(kinds)) {
    writeFileSync(path.join(project, `api/v1/${kind.toLowerCase()}_types.ts`), typescriptKind(kind));
  }
  return project;
}

/** The same in Go, which needs Go and its module proxy; the first run downloads apimachinery. */
function goProject(folder: string, kinds: number): string {
  const project = path.join(folder, "go");
  mkdirSync(path.join(project, "v1"), { recursive: true });
  writeFileSync(path.join(project, "go.mod"), "module bench\n\ngo 1.24\n\nrequire k8s.io/apimachinery v0.35.4\n");
  writeFileSync(path.join(project, "v1/doc.go"), "// +groupName=bench.example.com\npackage v1\n");
  for (const kind of kindNames(kinds)) {
    writeFileSync(path.join(project, `v1/${kind.toLowerCase()}_types.go`), goKind(kind));
  }
  timed("go", ["mod", "tidy"], project);
  return project;
}

/** What was generated, and what is remembered of it, is removed first. */
export function ourFullRun(project: string, options: TsopOptions = {}, generators: readonly string[] = []): number {
  for (const made of ["config/crd/bases", "config/samples", "config/schemas", "config/rbac/role.yaml", ".tsop"]) {
    rmSync(path.join(project, made), { recursive: true, force: true });
  }
  return tsop(["manifests", ...generators], project, options);
}

function theirRun(project: string, env: Readonly<Record<string, string>> = {}): number {
  const args = ["crd", "rbac:roleName=manager-role", "paths=./...", "output:crd:artifacts:config=crd"];
  return timed(path.join(process.env["KUBEBUILDER_ASSETS"] ?? "", "controller-gen"), args, project, env);
}

/** What both have done before helps them: the compiled compiler of ours, Go's build cache of theirs. */
function warm(kinds: number) {
  return (folder: string): Sides => {
    const [ours, theirs] = [typescriptProject(folder, kinds), goProject(folder, kinds)];
    return { ours: () => ourFullRun(ours), theirs: () => theirRun(theirs) };
  };
}

/** Only what both make: the peer makes no samples and no schemas for editors. */
function alike(kinds: number) {
  return (folder: string): Sides => {
    const [ours, theirs] = [typescriptProject(folder, kinds), goProject(folder, kinds)];
    return { ours: () => ourFullRun(ours, {}, ["crd", "rbac"]), theirs: () => theirRun(theirs) };
  };
}

/** As after an installation: each run has caches of its own, which are empty. */
function cold(kinds: number) {
  return (folder: string): Sides => {
    const [ours, theirs] = [typescriptProject(folder, kinds), goProject(folder, kinds)];
    const empty = (): string => mkdtempSync(path.join(folder, "cache-"));
    return {
      ours: () => ourFullRun(ours, { env: { XDG_CACHE_HOME: empty(), NODE_COMPILE_CACHE: empty() } }),
      theirs: () => theirRun(theirs, { GOCACHE: empty() }),
    };
  };
}

function unchanged(kinds: number) {
  return (folder: string): Sides => {
    const [ours, theirs] = [typescriptProject(folder, kinds), goProject(folder, kinds)];
    return { ours: () => tsop(["manifests"], ours), theirs: () => theirRun(theirs) };
  };
}

type Row = Omit<SingleBenchmark, "peer">;

function againstGo(row: Row): Benchmark {
  return single({ ...row, peer: "controller-gen on the same kinds in Go" });
}

function rows(kinds: number, what: string, reach: number, nameOfUnchanged = `manifests-${kinds}-unchanged`): Row[] {
  const work = `tsop manifests, ${what}`;
  return [
    { name: `manifests-${kinds}`, work, reach, setUp: warm(kinds) },
    { name: `manifests-${kinds}-alike`, work: `tsop manifests crd rbac, ${what}`, reach, setUp: alike(kinds) },
    { name: `manifests-${kinds}-cold`, work: `${work}, with empty caches`, reach, setUp: cold(kinds) },
    { name: nameOfUnchanged, work: `${work}, nothing changed`, reach: 0.3, setUp: unchanged(kinds) },
  ];
}

const linear = single({
  name: "manifests-linear",
  work: "tsop manifests, 100 kinds",
  peer: "tsop manifests, 50 kinds",
  reach: 2,
  setUp: (folder) => {
    const [all, half] = [typescriptProject(folder, 100), typescriptProject(folder, 50)];
    return { ours: () => ourFullRun(all), theirs: () => ourFullRun(half) };
  },
});

export const manifests: readonly Benchmark[] = [
  ...rows(1, "1 kind", 0.8).map(againstGo),
  ...rows(5, "5 kinds", 0.8, "manifests-unchanged").map(againstGo),
  ...rows(100, "100 kinds", 1).map(againstGo),
  linear,
];
