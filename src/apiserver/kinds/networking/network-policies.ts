/** Source: kubernetes/pkg/apis/networking/validation/validation.go (ValidateNetworkPolicySpec), v1/defaults.go. */
import { containsAddress } from "../../../cel/addresses.js";
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { ensureObject, listOf, objectOf, objectsOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import { readNetwork, validateCidr } from "../validation/addresses.js";
import { validateLabelSelector } from "../validation/labels.js";
import { checkPortName, checkPortNumber } from "../validation/names.js";

const protocols = ["TCP", "UDP", "SCTP"];
const policyTypes = ["Ingress", "Egress"];

export function setNetworkPolicyDefaults(policy: ApiObject): void {
  const spec = ensureObject(policy, "spec");
  if (listOf(spec, "policyTypes").length === 0) {
    spec["policyTypes"] = listOf(spec, "egress").length === 0 ? ["Ingress"] : ["Ingress", "Egress"];
  }
  for (const rule of [...objectsOf(spec, "ingress"), ...objectsOf(spec, "egress")]) {
    for (const port of objectsOf(rule, "ports")) setDefault(port, "protocol", "TCP");
  }
}

export function validateNetworkPolicy(policy: ApiObject): FieldError[] {
  const spec = objectOf(policy, "spec");
  const types = textsOf(spec, "policyTypes");
  const faults = [
    ...validateLabelSelector(objectOf(spec, "podSelector"), "spec.podSelector"),
    ...validateRules(spec, "ingress", "from"),
    ...validateRules(spec, "egress", "to"),
  ];
  if (types.length > policyTypes.length) {
    return [...faults, invalid("spec.policyTypes", [...types], "may not specify more than two policyTypes")];
  }
  const unknown = types.flatMap((type, index) =>
    policyTypes.includes(type) ? [] : [notSupported(`spec.policyTypes[${index}]`, type, policyTypes)],
  );
  return [...faults, ...unknown];
}

function validateRules(spec: JsonObject | undefined, direction: string, peers: string): FieldError[] {
  return objectsOf(spec, direction).flatMap((rule, index) => {
    const path = `spec.${direction}[${index}]`;
    return [
      ...objectsOf(rule, "ports").flatMap((port, at) => validatePort(port, `${path}.ports[${at}]`)),
      ...objectsOf(rule, peers).flatMap((peer, at) => validatePeer(peer, `${path}.${peers}[${at}]`)),
    ];
  });
}

function validatePort({ protocol, port, endPort }: JsonObject, path: string): FieldError[] {
  const faults: FieldError[] = [];
  if (typeof protocol === "string" && !protocols.includes(protocol)) {
    faults.push(notSupported(`${path}.protocol`, protocol, protocols));
  }
  const hasEnd = typeof endPort === "number";
  const wrongEnd = (detail: string): FieldError => invalid(`${path}.endPort`, endPort, detail);
  if (typeof port === "number") {
    faults.push(...checkPortNumber(port).map((fault) => invalid(`${path}.port`, port, fault)));
    if (!hasEnd) return faults;
    // The value that is shown is that of `port`: so it is in Kubernetes.
    if (endPort < port) faults.push(invalid(`${path}.endPort`, port, "must be greater than or equal to `port`"));
    return [...faults, ...checkPortNumber(endPort).map(wrongEnd)];
  }
  if (typeof port === "string") {
    if (hasEnd) faults.push(wrongEnd("may not be specified when `port` is non-numeric"));
    return [...faults, ...checkPortName(port).map((fault) => invalid(`${path}.port`, port, fault))];
  }
  return hasEnd ? [...faults, wrongEnd("may not be specified when `port` is not specified")] : faults;
}

function validatePeer(peer: JsonObject, path: string): FieldError[] {
  const block = objectOf(peer, "ipBlock");
  const selectors = ["podSelector", "namespaceSelector"].filter((name) => objectOf(peer, name) !== undefined);
  const faults = selectors.flatMap((name) => validateLabelSelector(objectOf(peer, name), `${path}.${name}`));
  if (block !== undefined) faults.push(...validateBlock(block, `${path}.ipBlock`));
  if (block === undefined && selectors.length === 0) faults.push(required(path, "must specify a peer"));
  if (block !== undefined && selectors.length > 0) {
    faults.push(forbidden(path, "may not specify both ipBlock and another peer"));
  }
  return faults;
}

function validateBlock(block: JsonObject, path: string): FieldError[] {
  const cidr = textOf(block, "cidr");
  if (cidr === "") return [required(`${path}.cidr`)];
  const network = readNetwork(cidr);
  const faults = validateCidr(`${path}.cidr`, cidr);
  if (network === undefined) return faults;
  return textsOf(block, "except").reduce((all, text, index) => {
    const at = `${path}.except[${index}]`;
    const except = readNetwork(text);
    if (except === undefined) return [...all, ...validateCidr(at, text)];
    const isInside = containsAddress(network, except.bytes) && network.bits < except.bits;
    return isInside ? all : [...all, invalid(at, text, "must be a strict subset of `cidr`")];
  }, faults);
}
