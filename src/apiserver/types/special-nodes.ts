import { deducedNode, untypedNode } from "./untyped-nodes.js";
import type { TypeNode } from "./type-node.js";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const apiextensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/**
 * Types that read their own JSON in Go, of which OpenAPI says too little. The format tells which of them it is.
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

/** Of a value that has no parts. */
function scalarNode(format: string, typeName: string): TypeNode {
  return { ...deducedNode, format, typeName };
}

/** A struct without fields. */
function emptyStructNode(typeName: string): TypeNode {
  return { ...deducedNode, type: "object", field: () => undefined, values: undefined, keepsUnknown: false, typeName };
}
