/** Source: kubernetes/pkg/registry/core/endpoint/strategy.go, kubernetes/pkg/apis/core/validation (validateEndpointSubsets). */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { numberOf, objectsOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { namedAndAged } from "../tables/cells.js";
import { ipWarnings, isIpv6, validateEndpointIp, validateIp } from "../validation/addresses.js";
import { checkDns1123Label, checkPortNumber, checkQualifiedName, nameIsDnsSubdomain } from "../validation/names.js";
import { protocols } from "./services/validate-ports.js";

const shownAddresses = 3;

export const endpoints: KindRules = {
  deprecationWarning: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  allowsCreateOnUpdate: true,
  setDefaults(object) {
    for (const port of objectsOf(object, "subsets").flatMap((subset) => objectsOf(subset, "ports"))) {
      if (textOf(port, "protocol") === "") port["protocol"] = "TCP";
    }
  },
  validate: validateSubsets,
  validateUpdate: (object, old) => (isSame(object["subsets"], old["subsets"]) ? [] : validateSubsets(object)),
  warnings: (object) =>
    object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller"
      ? []
      : subsetsOf(object).flatMap(([subset, path]) =>
          addressesOf(subset, path).flatMap(([address, at]) => ipWarnings(`${at}.ip`, textOf(address, "ip"))),
        ),
  cells: namedAndAged((object) => [showAddresses(objectsOf(object, "subsets"))]),
};

function subsetsOf(object: ApiObject): [JsonObject, string][] {
  return objectsOf(object, "subsets").map((subset, index) => [subset, `subsets[${index}]`]);
}

function addressesOf(subset: JsonObject, path: string): [JsonObject, string][] {
  return ["addresses", "notReadyAddresses"].flatMap((name) =>
    objectsOf(subset, name).map((address, index): [JsonObject, string] => [address, `${path}.${name}[${index}]`]),
  );
}

function validateSubsets(object: ApiObject): FieldError[] {
  return subsetsOf(object).flatMap(([subset, path]) => {
    const addresses = addressesOf(subset, path);
    const ports = objectsOf(subset, "ports");
    return [
      ...(addresses.length === 0 ? [required(path, "must specify `addresses` or `notReadyAddresses`")] : []),
      ...addresses.flatMap(([address, at]) => validateAddress(address, at)),
      ...ports.flatMap((port, index) => validatePort(port, ports.length > 1, `${path}.ports[${index}]`)),
    ];
  });
}

function validateAddress(address: JsonObject, path: string): FieldError[] {
  const ip = textOf(address, "ip");
  const hostname = textOf(address, "hostname");
  const { nodeName } = address;
  return [
    ...validateIp(`${path}.ip`, ip),
    ...(hostname === ""
      ? []
      : checkDns1123Label(hostname).map((fault) => invalid(`${path}.hostname`, hostname, fault))),
    ...(typeof nodeName === "string"
      ? nameIsDnsSubdomain(nodeName, false).map((fault) => invalid(`${path}.nodeName`, nodeName, fault))
      : []),
    ...validateEndpointIp(`${path}.ip`, ip),
  ];
}

function validatePort(port: JsonObject, needsName: boolean, path: string): FieldError[] {
  const name = textOf(port, "name");
  const number = numberOf(port, "port") ?? 0;
  const protocol = textOf(port, "protocol");
  const { appProtocol } = port;
  return [
    ...(name === ""
      ? needsName
        ? [required(`${path}.name`)]
        : []
      : checkDns1123Label(name).map((fault) => invalid(`${path}.name`, name, fault))),
    ...checkPortNumber(number).map((fault) => invalid(`${path}.port`, number, fault)),
    ...(protocols.includes(protocol) ? [] : [notSupported(`${path}.protocol`, protocol, protocols)]),
    ...(typeof appProtocol === "string"
      ? checkQualifiedName(appProtocol).map((fault) => invalid(`${path}.appProtocol`, appProtocol, fault))
      : []),
  ];
}

function showAddresses(subsets: readonly JsonObject[]): string {
  if (subsets.length === 0) return "<none>";
  const all = subsets.flatMap((subset) => {
    const ips = objectsOf(subset, "addresses").map((address) => textOf(address, "ip"));
    const ports = objectsOf(subset, "ports");
    if (ports.length === 0) return ips;
    return ports.flatMap((port) => ips.map((ip) => `${isIpv6(ip) ? `[${ip}]` : ip}:${numberOf(port, "port") ?? 0}`));
  });
  const shown = all.slice(0, shownAddresses).join(",");
  return all.length > shownAddresses ? `${shown} + ${all.length - shownAddresses} more...` : shown;
}
