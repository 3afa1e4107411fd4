/** Source: pkg/apis/certificates/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { CertificateSigningRequestSpec } from "../../../k8s/certificates/v1.js";
import * as rule from "../rules/index.js";
import * as must from "../rules/must.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { objectsOf, textOf } from "../../json-fields.js";
import { specOf, statusOf } from "../workload-parts.js";
import { certificateFault, requestFault } from "./certificate-faults.js";
import { validateSignerName } from "./validate-signer-name.js";

const legacySigner = "kubernetes.io/legacy-unknown";
const verdicts = ["Approved", "Denied"];
const knownUsages = [
  ...["any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment"],
  ...["decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel"],
  ...["ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime"],
  ...["server auth", "signing", "timestamping"],
];

export function validateRequest(request: ApiObject): FieldError[] {
  return [...rule.judge(spec, specOf(request), "spec", undefined), ...validateConditions(request)];
}

export interface UpdateRights {
  readonly maySetVerdict?: boolean;
  readonly maySetCertificate?: boolean;
}

export function validateRequestUpdate(request: ApiObject, old: ApiObject, rights: UpdateRights = {}): FieldError[] {
  return [
    ...validateRequest(request),
    ...validateCertificate(request, old),
    ...["Approved", "Denied", "Failed"].flatMap((type) => {
      const isLess = conditionsOf(request, type).length < conditionsOf(old, type).length;
      return isLess ? [forbidden("status.conditions", `updates may not remove a condition of type "${type}"`)] : [];
    }),
    ...(rights.maySetVerdict === true ? [] : verdicts.flatMap((type) => validateNoVerdict(request, old, type))),
    ...validateIssue(request, old, rights),
  ];
}

const spec: rule.Table<CertificateSigningRequestSpec> = [
  rule.text("request", (request, path) => {
    const fault = requestFault(request);
    return fault === undefined ? [] : [invalid(path, request, fault)];
  }),
  rule.list("usages", must.beSet()),
  rule.eachText("usages", must.beOneOf(...knownUsages)),
  rule.eachText("usages", must.beUnique()),
  rule.text(
    "signerName",
    [(signer) => signer !== legacySigner, "the legacy signerName is not allowed via this API version"],
    validateSignerName,
  ),
  rule.numberPointer(
    "expirationSeconds",
    must.beIn(600, Infinity, "may not specify a duration less than 600 seconds (10 minutes)"),
  ),
];

function validateConditions(request: ApiObject): FieldError[] {
  const conditions = objectsOf(statusOf(request), "conditions");
  const types = conditions.map((condition) => textOf(condition, "type"));
  return conditions.flatMap((condition, index) => {
    const path = `status.conditions[${index}]`;
    const type = textOf(condition, "type");
    const before = types.slice(0, index);
    const isContrary = verdicts.includes(type) && before.some((each) => verdicts.includes(each) && each !== type);
    return [
      ...(type === "" ? [required(`${path}.type`)] : []),
      ...validateConditionStatus(textOf(condition, "status"), type, `${path}.status`),
      ...(isContrary
        ? [invalid("status.conditions", type, "Approved and Denied conditions are mutually exclusive")]
        : []),
      ...(before.includes(type) ? [duplicate(`${path}.type`, type)] : []),
    ];
  });
}

function validateConditionStatus(status: string, type: string, path: string): FieldError[] {
  if (status === "") return [required(path)];
  const allowed = [...verdicts, "Failed"].includes(type) ? ["True"] : ["False", "True", "Unknown"];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

function validateCertificate(request: ApiObject, old: ApiObject): FieldError[] {
  const [certificate, before] = [certificateOf(request), certificateOf(old)];
  const fault = certificate === "" || certificate === before ? undefined : certificateFault(certificate);
  return fault === undefined ? [] : [invalid("status.certificate", "<certificate data>", fault)];
}

function validateNoVerdict(request: ApiObject, old: ApiObject, type: string): FieldError[] {
  const isMore = conditionsOf(request, type).length > conditionsOf(old, type).length;
  return isMore ? [forbidden("status.conditions", `updates may not add a condition of type "${type}"`)] : [];
}

function validateIssue(request: ApiObject, old: ApiObject, { maySetCertificate = false }: UpdateRights): FieldError[] {
  const before = certificateOf(old);
  if (certificateOf(request) === before) return [];
  if (!maySetCertificate) return [forbidden("status.certificate", "updates may not set certificate content")];
  return before === "" ? [] : [forbidden("status.certificate", "updates may not modify existing certificate content")];
}

function certificateOf(request: ApiObject): string {
  return textOf(statusOf(request), "certificate");
}

function conditionsOf(request: ApiObject, type: string): JsonObject[] {
  return objectsOf(statusOf(request), "conditions").filter((condition) => condition["type"] === type);
}
