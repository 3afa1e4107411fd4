/** The diagram of an operator, independent of its format. */

/** For a kind: whether the project defines it, Kubernetes defines it, or another project does. */
export type NodeType = "controller" | "operator" | "own" | "built-in" | "external" | "source" | "webhooks" | "server";

export interface GraphNode {
  /** Letters, digits and `_`; stable as long as the name is. */
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  /** The text below the name: `apps/v1`. */
  readonly detail: string;
  /** The name of its cluster in the code; undefined for the operator's own cluster. */
  readonly cluster: string | undefined;
}

/**
 * `use`: what code does to a kind; `owner`: ownership among objects; `map`: changes of one kind that trigger the
 * reconciliation of another; `serve`: the extension API server and its kinds.
 */
export type EdgeType = "use" | "owner" | "map" | "source" | "webhook" | "serve";

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly type: EdgeType;
  /** The labels form a sentence: FROM `watches, writes` TO. */
  readonly labels: readonly string[];
  /** The files with the code of the relation. */
  readonly files: readonly string[];
}

export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
