import type { TypeNode } from "./type-node.js";

/** What has no type: as structured-merge-diff's `__untyped_atomic_` and `__untyped_deduced_`. */
interface UntypedTraits {
  readonly mapType: TypeNode["mapType"];
  readonly format?: string;
  readonly typeName?: string;
  readonly alternative?: () => TypeNode;
}

/** Anything, owned as a whole. */
export const atomicNode: TypeNode = untypedNode({ mapType: "atomic" });

/** Anything; each field of an object is owned apart. Lists are owned as a whole. */
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
