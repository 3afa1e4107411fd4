import { type CelType, optionalOf, simple } from "./types.js";

/** Identifiers that name a type. */
export const typeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...(["bool", "bytes", "double", "int", "string", "uint"] as const).map((kind): [string, CelType] => [
    kind,
    simple(kind),
  ]),
  ["null_type", simple("null")],
  ["list", { kind: "list", item: simple("dyn") }],
  ["map", { kind: "map", key: simple("dyn"), value: simple("dyn") }],
  ["type", { kind: "type" }],
  ["google.protobuf.Duration", simple("duration")],
  ["google.protobuf.Timestamp", simple("timestamp")],
  ["net.IP", { kind: "opaque", name: "net.IP", of: [] }],
  ["net.CIDR", { kind: "opaque", name: "net.CIDR", of: [] }],
  ["optional_type", optionalOf(simple("dyn"))],
]);
