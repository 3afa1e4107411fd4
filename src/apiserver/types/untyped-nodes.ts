import type { TypeNode } from "./type-node.js";

/** The traits of an untyped value, as in structured-merge-diff's `__untyped_atomic_` and `__untyped_deduced_`. */
interface UntypedTraits {
  readonly mapType: TypeNode["mapType"];
  readonly format?: string;
  readonly typeName?: string;
  readonly alternative?: () => TypeNode;
}

/** Any value, owned as a whole. */
export const atomicNode: TypeNode = untypedNode({ mapType: "atomic" });

/** Any value. Each field of an object has its own owners; a list is owned as a whole. */
export const deducedNode: TypeNode = untypedNode({ mapType: "granular" });

export function untypedNode({ mapType, alternative, ...traits }: UntypedTraits): TypeNode {
  const inner = (): TypeNode => (mapType === "atomic" ? atomicNode : deducedNode);
  return {
    type: "any",
    fieldNames: [],
    field: inner,
    get values() {
      return inner();
    },
    get items() {
      return atomicNode;
    },
    get alternative() {
      return alternative?.();
    },
    keepsUnknown: true,
    isEmbeddedResource: false,
    nullable: true,
    required: [],
    listType: "atomic",
    listMapKeys: [],
    mapType,
    ...traits,
  };
}
