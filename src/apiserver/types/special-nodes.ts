import { deducedNode, untypedNode } from "./untyped-nodes.js";
import type { TypeNode } from "./type-node.js";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const apiextensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/**
 * The types that read their own JSON in Go, which OpenAPI does not fully describe. The format identifies them.
 * Source: the UnmarshalJSON functions of these types.
 */
export const specialNodes: ReadonlyMap<string, TypeNode> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", scalarNode("quantity", "Quantity")],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", scalarNode("int-or-string", "IntOrString")],
  [`${meta}.Time`, { ...scalarNode("date-time", "Time"), type: "string" }],
  [`${meta}.MicroTime`, { ...scalarNode("micro-time", "MicroTime"), type: "string" }],
  ["io.k8s.apimachinery.pkg.runtime.RawExtension", untypedNode({ mapType: "atomic", typeName: "RawExtension" })],
  [`${meta}.FieldsV1`, untypedNode({ mapType: "granular", typeName: "FieldsV1" })],
  [`${apiextensions}.JSON`, untypedNode({ mapType: "granular", typeName: "JSON" })],
  [`${apiextensions}.CustomResourceSubresourceStatus`, emptyStructNode("CustomResourceSubresourceStatus")],
]);

/** Returns the node of a value without parts. */
function scalarNode(format: string, typeName: string): TypeNode {
  return { ...deducedNode, format, typeName };
}

/** Returns the node of a struct without fields. */
function emptyStructNode(typeName: string): TypeNode {
  return { ...deducedNode, type: "object", field: () => undefined, values: undefined, keepsUnknown: false, typeName };
}
