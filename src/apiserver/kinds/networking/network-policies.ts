/** Source: kubernetes/pkg/apis/networking/validation/validation.go (ValidateNetworkPolicySpec), v1/defaults.go. */
import { containsAddress } from "../../../cel/addresses.js";
import type * as networking from "../../../k8s/networking/v1.js";
import { type ApiObject, ensureObject, listOf, objectsOf, setDefault, textOf, textsOf } from "../../api-object.js";
import { forbidden, invalid, required } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import { readNetwork, validateCidr } from "../validation/addresses.js";
import { labelSelector } from "../validation/labels.js";
import { validatePort } from "../validation/values.js";

export function setNetworkPolicyDefaults(policy: ApiObject): void {
  const spec = ensureObject(policy, "spec");
  if (listOf(spec, "policyTypes").length === 0) {
    spec["policyTypes"] = listOf(spec, "egress").length === 0 ? ["Ingress"] : ["Ingress", "Egress"];
  }
  for (const rule of [...objectsOf(spec, "ingress"), ...objectsOf(spec, "egress")]) {
    for (const port of objectsOf(rule, "ports")) setDefault(port, "protocol", "TCP");
  }
}

/** Before 1.36, the error of an end that is too low shows the start. */
function portRules(showsStart: boolean): rule.Table<networking.NetworkPolicyPort> {
  return [
    rule.textPointer("protocol", must.beOneOf("TCP", "UDP", "SCTP")),
    rule.when(
      ({ port: own }) => typeof own === "number",
      rule.value("port", validatePort),
      rule.numberPointer("endPort", (end, path, { object: { port: own } }) =>
        typeof own === "number" && end < own
          ? [invalid(path, showsStart ? own : end, "must be greater than or equal to `port`")]
          : [],
      ),
      rule.numberPointer("endPort", must.bePortNumber),
    ),
    rule.when(
      ({ port: own }) => typeof own !== "number",
      rule.numberPointer("endPort", [
        () => false,
        (_end, { object: { port: own } }) =>
          `may not be specified when \`port\` is ${typeof own === "string" ? "non-numeric" : "not specified"}`,
      ]),
      rule.value("port", (own, path) => (typeof own === "string" ? validatePort(own, path) : [])),
    ),
  ];
}

const block: rule.Table<networking.IPBlock> = [
  rule.text("cidr", must.beSet(), (cidr, path) => validateCidr(path, cidr)),
  rule.eachText("except", (text, path, { object }) => {
    const [network, except] = [readNetwork(textOf(object, "cidr")), readNetwork(text)];
    if (network === undefined) return [];
    if (except === undefined) return validateCidr(path, text);
    const isInside = containsAddress(network, except.bytes) && network.bits < except.bits;
    return isInside ? [] : [invalid(path, text, "must be a strict subset of `cidr`")];
  }),
];

const peer: rule.Table<networking.NetworkPolicyPeer> = [
  rule.optional("podSelector", labelSelector),
  rule.optional("namespaceSelector", labelSelector),
  rule.optional("ipBlock", block),
  ({ object, path }) => {
    const [hasBlock, hasSelector] = [["ipBlock"], ["podSelector", "namespaceSelector"]].map(
      (names) => rule.given(object, names).length > 0,
    );
    if (!hasBlock && !hasSelector) return [required(path, "must specify a peer")];
    return hasBlock && hasSelector ? [forbidden(path, "may not specify both ipBlock and another peer")] : [];
  },
];

/** @param options - `showsStart`: see `portRules` */
export function networkPolicyRules({
  showsStart,
}: {
  readonly showsStart: boolean;
}): rule.Table<networking.NetworkPolicy> {
  const port = portRules(showsStart);
  const spec: rule.Table<networking.NetworkPolicySpec> = [
    rule.object("podSelector", labelSelector),
    rule.each("ingress", [rule.each("ports", port), rule.each("from", peer)]),
    rule.each("egress", [rule.each("ports", port), rule.each("to", peer)]),
    rule.first(
      rule.invalidIf(
        "policyTypes",
        "may not specify more than two policyTypes",
        (object) => textsOf(object, "policyTypes").length > 2,
      ),
      rule.eachText("policyTypes", must.beOneOf("Ingress", "Egress")),
    ),
  ];
  return [rule.object("spec", spec)];
}
