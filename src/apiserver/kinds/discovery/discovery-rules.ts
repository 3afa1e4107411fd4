/** Source: kubernetes/pkg/apis/discovery/validation/validation.go, kubernetes/pkg/registry/discovery/endpointslice/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import type { EndpointSlice } from "../../../k8s/discovery/v1.js";
import { type ApiObject, listOf, numberOf, objectsOf, setDefaults, textOf, textsOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import { protocols } from "../core/services/validate-ports.js";
import type { GroupRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { ipWarnings } from "../validation/addresses.js";
import { endpoint } from "./validate-endpoints.js";

const ownControllers = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

const sliceRules: rule.Table<EndpointSlice> = [
  rule.text("addressType", must.choose("FQDN", "IPv4", "IPv6")),
  rule.first(
    rule.list("ports", must.fit(20_000)),
    rule.each("ports", [
      rule.optionalText("name", must.beLabel),
      rule.text("name", must.beUnique()),
      rule.text("protocol", must.beOneOf(...protocols)),
      rule.textPointer("appProtocol", must.beQualifiedName),
    ]),
  ),
  rule.when(
    ({ endpoints }, { old }) => old === undefined || !isSame(endpoints, old["endpoints"]),
    rule.first(rule.list("endpoints", must.fit(1000)), rule.each("endpoints", endpoint)),
  ),
];

export const discoveryRules: GroupRules = {
  endpointslices: {
    setDefaults(slice) {
      // An empty list becomes null when it is stored as protobuf.
      if (listOf(slice, "endpoints").length === 0) slice["endpoints"] = null;
      for (const port of objectsOf(slice, "ports")) setDefaults(port, { name: "", protocol: "TCP" });
    },
    prepareForCreate: (slice) => dropTopology(slice, undefined),
    prepareForUpdate: dropTopology,
    generationOf: (slice) => [
      slice["addressType"] ?? null,
      slice["endpoints"] ?? null,
      slice["ports"] ?? null,
      slice.metadata.labels ?? {},
    ],
    validate: rule.validator(sliceRules),
    validateUpdate: rule.validator([...sliceRules, rule.unchanged("addressType")]),
    warnings: (slice, old) => [
      ...(old === undefined && slice["addressType"] === "FQDN"
        ? ["spec.addressType: FQDN endpoints are deprecated"]
        : []),
      ...addressWarnings(slice),
    ],
    cells: cell.named(
      "addressType",
      (slice) => cell.listWithMore(objectsOf(slice, "ports").map(showPort)),
      (slice) => cell.listWithMore(objectsOf(slice, "endpoints").flatMap((each) => [...textsOf(each, "addresses")])),
    ),
  },
};

/** The field belongs to v1beta1. */
function dropTopology(slice: ApiObject, old: ApiObject | undefined): void {
  if (old !== undefined && isSame(slice["endpoints"], old["endpoints"])) return;
  for (const endpoint of objectsOf(slice, "endpoints")) delete endpoint["deprecatedTopology"];
}

function addressWarnings(slice: ApiObject): string[] {
  const manager = slice.metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "";
  if (ownControllers.includes(manager)) return [];
  return objectsOf(slice, "endpoints").flatMap((endpoint, index) =>
    textsOf(endpoint, "addresses").flatMap((address, at) =>
      ipWarnings(`endpoints[${index}].addresses[${at}]`, address),
    ),
  );
}

function showPort(port: JsonObject): string {
  const number = numberOf(port, "port");
  return number === undefined ? textOf(port, "name") : String(number);
}
