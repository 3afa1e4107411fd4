/** Source: kubernetes/pkg/registry/core/endpoint/strategy.go, kubernetes/pkg/apis/core/validation (validateEndpointSubsets). */
import type { JsonObject } from "../../../core/json.js";
import type { EndpointAddress, Endpoints, EndpointSubset } from "../../../k8s/core/v1.js";
import { must, rule } from "../rules/index.js";
import { type ApiObject, numberOf, objectsOf, textOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { ipWarnings, isIpv6, validateEndpointIp, validateIp } from "../validation/addresses.js";
import { protocols } from "./services/validate-ports.js";

const address: rule.Table<EndpointAddress> = [
  rule.text("ip", (ip, path) => validateIp(path, ip)),
  rule.optionalText("hostname", must.beLabel),
  rule.textPointer("nodeName", must.beSubdomain),
  rule.text("ip", (ip, path) => validateEndpointIp(path, ip)),
];

const subset: rule.Table<EndpointSubset> = [
  rule.requiredIf(
    ["addresses", ""],
    "must specify `addresses` or `notReadyAddresses`",
    (each) => addressesOf(each, "").length === 0,
  ),
  rule.each("addresses", address),
  rule.each("notReadyAddresses", address),
  rule.each("ports", [
    rule.text("name", (name, path, { parent }) => {
      if (name !== "") return must.beLabel(name, path);
      return objectsOf(parent?.object, "ports").length > 1 ? must.beSet()(name, path) : [];
    }),
    rule.number("port", must.bePortNumber),
    rule.text("protocol", must.beOneOf(...protocols)),
    rule.textPointer("appProtocol", must.beQualifiedName),
  ]),
];
const rules: rule.Table<Endpoints> = [rule.each("subsets", subset)];

export const endpoints: KindRules = {
  deprecationWarning: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  allowsCreateOnUpdate: true,
  setDefaults(object) {
    for (const port of objectsOf(object, "subsets").flatMap((subset) => objectsOf(subset, "ports"))) {
      if (textOf(port, "protocol") === "") port["protocol"] = "TCP";
    }
  },
  validate: rule.validator(rules),
  validateUpdate: (object, old) => (isSame(object["subsets"], old["subsets"]) ? [] : rule.validator(rules)(object)),
  warnings: (object) =>
    object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller"
      ? []
      : subsetsOf(object).flatMap(([subset, path]) =>
          addressesOf(subset, path).flatMap(([address, at]) => ipWarnings(`${at}.ip`, textOf(address, "ip"))),
        ),
  cells: cell.named((object) => showAddresses(objectsOf(object, "subsets"))),
};

function subsetsOf(object: ApiObject): [JsonObject, string][] {
  return objectsOf(object, "subsets").map((subset, index) => [subset, `subsets[${index}]`]);
}

function addressesOf(subset: JsonObject, path: string): [JsonObject, string][] {
  return ["addresses", "notReadyAddresses"].flatMap((name) =>
    objectsOf(subset, name).map((address, index): [JsonObject, string] => [address, `${path}.${name}[${index}]`]),
  );
}

function showAddresses(subsets: readonly JsonObject[]): string {
  const all = subsets.flatMap((subset) => {
    const ips = objectsOf(subset, "addresses").map((address) => textOf(address, "ip"));
    const ports = objectsOf(subset, "ports");
    if (ports.length === 0) return ips;
    return ports.flatMap((port) => ips.map((ip) => `${isIpv6(ip) ? `[${ip}]` : ip}:${numberOf(port, "port") ?? 0}`));
  });
  return cell.listWithMore(all, subsets.length === 0 ? "<none>" : "");
}
