/** Source: kubernetes/pkg/apis/discovery/validation/validation.go, kubernetes/pkg/registry/discovery/endpointslice/strategy.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, invalid, notSupported, required, tooMany } from "../../../core/field-error.js";
import { listOf, numberOf, objectsOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { protocols } from "../core/services/validate-ports.js";
import type { GroupRules } from "../kind-rules.js";
import { listWithMore, namedAndAged } from "../tables/cells.js";
import { ipWarnings } from "../validation/addresses.js";
import { checkDns1123Label, checkQualifiedName } from "../validation/names.js";
import { validateEndpoints } from "./validate-endpoints.js";

const addressTypes = ["FQDN", "IPv4", "IPv6"];
const maxPorts = 20_000;
const ownControllers = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

export const discoveryRules: GroupRules = {
  endpointslices: {
    setDefaults(slice) {
      // An empty list is none once it has been stored as protobuf.
      if (listOf(slice, "endpoints").length === 0) slice["endpoints"] = null;
      for (const port of objectsOf(slice, "ports")) {
        setDefault(port, "name", "");
        setDefault(port, "protocol", "TCP");
      }
    },
    prepareForCreate: (slice) => dropTopology(slice, undefined),
    prepareForUpdate: dropTopology,
    generationOf: (slice) => [
      slice["addressType"] ?? null,
      slice["endpoints"] ?? null,
      slice["ports"] ?? null,
      slice.metadata.labels ?? {},
    ],
    validate: (slice) => validateSlice(slice, undefined),
    validateUpdate: (slice, old) => [
      ...validateSlice(slice, old),
      ...immutable("addressType", slice["addressType"], old["addressType"]),
    ],
    warnings: (slice, old) => [
      ...(old === undefined && slice["addressType"] === "FQDN"
        ? ["spec.addressType: FQDN endpoints are deprecated"]
        : []),
      ...addressWarnings(slice),
    ],
    cells: namedAndAged((slice) => [
      textOf(slice, "addressType"),
      listWithMore(objectsOf(slice, "ports").map(showPort)),
      listWithMore(objectsOf(slice, "endpoints").flatMap((endpoint) => [...textsOf(endpoint, "addresses")])),
    ]),
  },
};

/** The field is one of v1beta1. */
function dropTopology(slice: ApiObject, old: ApiObject | undefined): void {
  if (old !== undefined && isSame(slice["endpoints"], old["endpoints"])) return;
  for (const endpoint of objectsOf(slice, "endpoints")) delete endpoint["deprecatedTopology"];
}

function validateSlice(slice: ApiObject, old: ApiObject | undefined): FieldError[] {
  const type = textOf(slice, "addressType");
  const endpointFaults = validateEndpoints(objectsOf(slice, "endpoints"), type);
  return [
    ...(type === "" ? [required("addressType")] : []),
    ...(type === "" || addressTypes.includes(type) ? [] : [notSupported("addressType", type, addressTypes)]),
    ...validatePorts(objectsOf(slice, "ports")),
    ...(old !== undefined && isSame(slice["endpoints"], old["endpoints"]) ? [] : endpointFaults),
  ];
}

function validatePorts(ports: readonly JsonObject[]): FieldError[] {
  if (ports.length > maxPorts) return [tooMany("ports", ports.length, maxPorts)];
  const names = ports.map((port) => textOf(port, "name"));
  return ports.flatMap((port, index) => {
    const path = `ports[${index}]`;
    const name = textOf(port, "name");
    const protocol = textOf(port, "protocol");
    const { appProtocol } = port;
    return [
      ...(name === "" ? [] : checkDns1123Label(name).map((fault) => invalid(`${path}.name`, name, fault))),
      ...(names.indexOf(name) < index ? [duplicate(`${path}.name`, name)] : []),
      ...(protocols.includes(protocol) ? [] : [notSupported(`${path}.protocol`, protocol, protocols)]),
      ...(typeof appProtocol === "string"
        ? checkQualifiedName(appProtocol).map((fault) => invalid(`${path}.appProtocol`, appProtocol, fault))
        : []),
    ];
  });
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
