/** Source: kubernetes/pkg/apis/core/validation/validation.go (ValidateLoadBalancerStatus). */
import type { JsonObject } from "../../../../core/json.js";
import type { ApiObject } from "../../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../../core/field-error.js";
import { objectOf, objectsOf, textOf } from "../../../json-fields.js";
import { readIp, validateIp } from "../../validation/addresses.js";
import { checkDns1123Subdomain } from "../../validation/names.js";

export function validateLoadBalancerStatus(service: ApiObject, old: ApiObject): FieldError[] {
  const all = ingressOf(service);
  if (objectOf(service, "spec")?.["type"] !== "LoadBalancer" && all.length > 0) {
    return [forbidden("status.loadBalancer.ingress", "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const valid = ingressOf(old).map((each) => textOf(each, "ip"));
  return all.flatMap((each, index) => validateIngress(each, valid, `status.loadBalancer.ingress[${index}]`));
}

function ingressOf(service: ApiObject): readonly JsonObject[] {
  return objectsOf(objectOf(objectOf(service, "status"), "loadBalancer"), "ingress");
}

function validateIngress(ingress: JsonObject, valid: readonly string[], path: string): FieldError[] {
  const ip = textOf(ingress, "ip");
  const mode = textOf(ingress, "ipMode");
  const hostname = textOf(ingress, "hostname");
  const faults = ip === "" ? [] : validateIp(`${path}.ip`, ip, valid);
  if (mode === "") {
    if (ip !== "") faults.push(required(`${path}.ipMode`, "must be specified when `ip` is set"));
  } else if (ip === "") {
    faults.push(forbidden(`${path}.ipMode`, "may not be specified when `ip` is not set"));
  } else if (mode !== "VIP" && mode !== "Proxy") {
    faults.push(notSupported(`${path}.ipMode`, mode, ["Proxy", "VIP"]));
  }
  if (hostname === "") return faults;
  faults.push(...checkDns1123Subdomain(hostname).map((fault) => invalid(`${path}.hostname`, hostname, fault)));
  if (readIp(hostname) !== undefined) {
    faults.push(invalid(`${path}.hostname`, hostname, "must be a DNS name, not an IP address"));
  }
  return faults;
}
