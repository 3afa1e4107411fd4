/** Source: kubernetes/pkg/apis/core/validation/validation.go (ValidateLoadBalancerStatus). */
import type { JsonObject } from "../../../../core/json.js";
import type { LoadBalancerStatus } from "../../../../k8s/core/v1.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../../api-object.js";
import { type FieldError, forbidden, required } from "../../../../core/field-error.js";
import { notBeIp } from "../../networking/ingresses.js";
import { must, rule } from "../../rules/index.js";
import { validateIp } from "../../validation/addresses.js";
import { specOf, statusOf } from "../../workload-parts.js";

/** `validIps`: the stored addresses, which are valid. */
const balancerStatus: rule.Table<LoadBalancerStatus, { readonly validIps: readonly string[] }> = [
  rule.each("ingress", [
    rule.optionalText("ip", (ip, path, { context: { validIps } }) => validateIp(path, ip, validIps)),
    rule.text("ipMode", (mode, path, { object }) => {
      const hasIp = textOf(object, "ip") !== "";
      if (mode === "") return hasIp ? [required(path, "must be specified when `ip` is set")] : [];
      if (!hasIp) return [forbidden(path, "may not be specified when `ip` is not set")];
      return must.beOneOf("Proxy", "VIP")(mode, path);
    }),
    rule.optionalText("hostname", must.beSubdomain),
    rule.optionalText("hostname", notBeIp),
  ]),
];

export function validateLoadBalancerStatus(service: ApiObject, old: ApiObject): FieldError[] {
  const balancer = balancerOf(service);
  const path = "status.loadBalancer";
  if (specOf(service)["type"] !== "LoadBalancer" && objectsOf(balancer, "ingress").length > 0) {
    return [forbidden(`${path}.ingress`, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const validIps = objectsOf(balancerOf(old), "ingress").map((each) => textOf(each, "ip"));
  return rule.judge(balancerStatus, balancer, path, { validIps });
}

function balancerOf(service: ApiObject): JsonObject {
  return objectOf(statusOf(service), "loadBalancer") ?? {};
}
