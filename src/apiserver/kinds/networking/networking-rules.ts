/** Source: the strategies of kubernetes/pkg/registry/networking, kubernetes/pkg/apis/networking/v1/defaults.go. */
import { type ApiObject, objectOf, setDefaults, textOf, textsOf } from "../../api-object.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { checkDns1035Label, nameIsDnsSubdomain } from "../validation/names.js";
import { checkStrictIp } from "../validation/strict-addresses.js";
import { generationOfSpec, specOf } from "../workload-parts.js";
import { ingressCells, ingressValidation, validateIngressStatus } from "./ingresses.js";
import { ingressClass } from "./ingress-classes.js";
import { networkPolicyRules, setNetworkPolicyDefaults } from "./network-policies.js";
import { address, addressUpdate, validateServiceRanges, validateServiceRangesUpdate } from "./service-ranges.js";

/** @param options - `showsStart`: whether the error of a range of ports shows its start */
export function networkPolicyValidation(options: { readonly showsStart: boolean }): KindRules {
  const rules = networkPolicyRules(options);
  return {
    validate: rule.validator(rules),
    // Both rules of Kubernetes validate the whole object, so each error appears twice.
    validateUpdate: rule.validator([...rules, ...rules]),
  };
}

export const networkingRules: GroupRules = {
  ingresses: {
    generationOf: generationOfSpec,
    allowsUnconditionalUpdate: true,
    prepareForCreate(object) {
      object["status"] = { loadBalancer: {} };
    },
    ...ingressValidation(must.haveForm(checkDns1035Label)),
    status: { validateUpdate: validateIngressStatus },
    cells: ingressCells,
  },
  ingressclasses: {
    generationOf: generationOfSpec,
    validateName: nameIsDnsSubdomain,
    setDefaults(object) {
      setDefaults(objectOf(specOf(object), "parameters"), { scope: "Cluster" });
    },
    validate: rule.validator(ingressClass),
    validateUpdate: rule.validator([
      rule.object("spec", [
        rule.text("controller", [(name, { old }) => name === textOf(old, "controller"), "field is immutable"]),
      ]),
      ...ingressClass,
    ]),
    cells: cell.named("spec.controller", showParameters),
  },
  networkpolicies: {
    generationOf: generationOfSpec,
    setDefaults: setNetworkPolicyDefaults,
    ...networkPolicyValidation({ showsStart: true }),
    cells: cell.named(cell.selector("spec.podSelector")),
  },
  ipaddresses: {
    validateName: checkStrictIp,
    validate: rule.validator(address),
    validateUpdate: rule.validator(addressUpdate),
    cells: cell.named(showParent),
  },
  servicecidrs: {
    validate: validateServiceRanges,
    validateUpdate: validateServiceRangesUpdate,
    cells: cell.named((object) => textsOf(specOf(object), "cidrs").join(",")),
  },
};

function showParameters(object: ApiObject): string {
  const parameters = objectOf(specOf(object), "parameters");
  if (parameters === undefined) return "<none>";
  const group = textOf(parameters, "apiGroup");
  return `${textOf(parameters, "kind")}${group === "" ? "" : `.${group}`}/${textOf(parameters, "name")}`;
}

function showParent(object: ApiObject): string {
  const parent = objectOf(specOf(object), "parentRef");
  if (parent === undefined) return "<none>";
  const group = textOf(parent, "group");
  const resource = `${textOf(parent, "resource")}${group === "" ? "" : `.${group}`}`.toLowerCase();
  return [resource, textOf(parent, "namespace"), textOf(parent, "name")].filter((part) => part !== "").join("/");
}
