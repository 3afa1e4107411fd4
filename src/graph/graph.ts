/** A picture of an operator, before it is drawn. */

/** Of a kind: whether the project defines it, Kubernetes does, or somebody else. */
export type NodeType = "controller" | "operator" | "own" | "built-in" | "external" | "source" | "webhooks";

export interface GraphNode {
  /** Letters, digits and `_`; the same as long as the name is. */
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  /** What stands below the name: `apps/v1`. */
  readonly detail: string;
  /** What the code calls the cluster that it is in; undefined for the operator's own. */
  readonly cluster: string | undefined;
}

/** `use`: what code does to a kind; `owner`: ownership among objects; `map`: whose changes lead to whom. */
export type EdgeType = "use" | "owner" | "map" | "source" | "webhook";

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly type: EdgeType;
  /** Read as a sentence: FROM `watches, writes` TO. */
  readonly labels: readonly string[];
  /** The files whose code says so. */
  readonly files: readonly string[];
}

export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
