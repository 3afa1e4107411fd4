import { type CustomResource, defineKind } from "tsop";

interface Node {
  value: string;
  /**
   * Nodes below this one.
   * @recursionDepth 2
   */
  children?: Node[];
}

interface Rule {
  when?: string;
  /**
   * @recursionDepth 1
   * @preserveUnknownFields
   */
  and?: Rule;
  /** @preserveUnknownFields */
  or?: Rule[];
}

export interface TreeSpec {
  root: Node;
  rule?: Rule;
}

export interface Tree extends CustomResource<"recursion.abc.com/v1", "Tree"> {
  spec: TreeSpec;
}
export const Tree = defineKind<Tree>("recursion.abc.com/v1", "Tree");
