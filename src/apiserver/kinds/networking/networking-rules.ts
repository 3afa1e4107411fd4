/** Source: the strategies of kubernetes/pkg/registry/networking, kubernetes/pkg/apis/networking/v1/defaults.go. */
import type { Json } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { objectOf, objectsOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import type { GroupRules } from "../kind-rules.js";
import * as rule from "../rules/index.js";
import { namedAndAged } from "../tables/cells.js";
import { formatSelector } from "../tables/selector-text.js";
import { nameIsDnsSubdomain } from "../validation/names.js";
import { checkStrictIp } from "../validation/strict-addresses.js";
import { ingressCells, ingressRules, newIngress, validateIngressStatus } from "./ingresses.js";
import { ingressClass } from "./ingress-classes.js";
import { networkPolicy, setNetworkPolicyDefaults } from "./network-policies.js";
import {
  validateAddress,
  validateAddressUpdate,
  validateServiceRanges,
  validateServiceRangesUpdate,
} from "./service-ranges.js";

const specOnly = (object: ApiObject): Json => object["spec"] ?? null;

export const networkingRules: GroupRules = {
  ingresses: {
    generationOf: specOnly,
    allowsUnconditionalUpdate: true,
    prepareForCreate(object) {
      object["status"] = { loadBalancer: {} };
    },
    validate: rule.validator(newIngress),
    validateUpdate: rule.validator(ingressRules),
    status: { validateUpdate: validateIngressStatus },
    cells: ingressCells,
  },
  ingressclasses: {
    generationOf: specOnly,
    validateName: nameIsDnsSubdomain,
    setDefaults(object) {
      const parameters = objectOf(objectOf(object, "spec"), "parameters");
      if (parameters !== undefined) setDefault(parameters, "scope", "Cluster");
    },
    validate: rule.validator(ingressClass),
    validateUpdate: rule.validator([
      rule.object("spec", [
        rule.text("controller", [(name, { old }) => name === textOf(old, "controller"), "field is immutable"]),
      ]),
      ...ingressClass,
    ]),
    cells: namedAndAged((object) => {
      const spec = objectOf(object, "spec");
      return [textOf(spec, "controller"), showParameters(spec?.["parameters"])];
    }),
  },
  networkpolicies: {
    generationOf: specOnly,
    setDefaults: setNetworkPolicyDefaults,
    validate: rule.validator(networkPolicy),
    // Both rules of Kubernetes judge the whole, and so each fault comes twice.
    validateUpdate: rule.validator([...networkPolicy, ...networkPolicy]),
    cells: namedAndAged((object) => [formatSelector(objectOf(objectOf(object, "spec"), "podSelector"))]),
  },
  ipaddresses: {
    validateName: (name) => checkStrictIp(name),
    validate: validateAddress,
    validateUpdate: validateAddressUpdate,
    cells: namedAndAged((object) => [showParent(object)]),
  },
  servicecidrs: {
    validate: validateServiceRanges,
    validateUpdate: validateServiceRangesUpdate,
    cells: namedAndAged((object) => [textsOf(objectOf(object, "spec"), "cidrs").join(",")]),
  },
};

function showParameters(parameters: Json | undefined): string {
  const [object] = objectsOf({ parameters: [parameters ?? null] }, "parameters");
  if (object === undefined) return "<none>";
  const group = textOf(object, "apiGroup");
  return `${textOf(object, "kind")}${group === "" ? "" : `.${group}`}/${textOf(object, "name")}`;
}

function showParent(object: ApiObject): string {
  const parent = objectOf(objectOf(object, "spec"), "parentRef");
  if (parent === undefined) return "<none>";
  const group = textOf(parent, "group");
  const resource = `${textOf(parent, "resource")}${group === "" ? "" : `.${group}`}`.toLowerCase();
  return [resource, textOf(parent, "namespace"), textOf(parent, "name")].filter((part) => part !== "").join("/");
}
