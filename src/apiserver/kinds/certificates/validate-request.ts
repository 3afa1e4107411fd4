/** Source: pkg/apis/certificates/validation/validation.go. */
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from "../../../k8s/certificates/v1.js";
import { must, rule } from "../rules/index.js";
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { statusOf } from "../workload-parts.js";
import { certificateFault, requestFault } from "./certificate-faults.js";
import { conditionsOf } from "./verdicts.js";
import { validateSignerName } from "./validate-signer-name.js";

const legacySigner = "kubernetes.io/legacy-unknown";
const verdicts = ["Approved", "Denied"];
const knownUsages = [
  ...["any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment"],
  ...["decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel"],
  ...["ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime"],
  ...["server auth", "signing", "timestamping"],
];

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

const condition: rule.Table<CertificateSigningRequestCondition> = [
  rule.text("type", must.beSet()),
  rule.text("status", must.beSet(), (status, path, { object }) => {
    const isFinal = ["Approved", "Denied", "Failed"].includes(textOf(object, "type"));
    return must.beOneOf(...(isFinal ? ["True"] : ["False", "True", "Unknown"]))(status, path);
  }),
  ({ object, parent, index }) => {
    const type = textOf(object, "type");
    const before = objectsOf(parent?.object, "conditions").slice(0, index);
    const others = verdicts.includes(type) ? verdicts.filter((verdict) => verdict !== type) : [];
    if (!before.some((each) => others.includes(textOf(each, "type")))) return [];
    return [invalid("status.conditions", type, "Approved and Denied conditions are mutually exclusive")];
  },
  rule.text("type", must.beUnique()),
];

export const validateRequest = rule.validator<CertificateSigningRequest>([
  rule.object("spec", spec),
  rule.object("status", [rule.each("conditions", condition)]),
]);

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
