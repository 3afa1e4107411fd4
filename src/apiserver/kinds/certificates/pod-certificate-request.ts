/** Source: pkg/apis/certificates/validation/validation.go, pkg/registry/certificates/podcertificaterequest/strategy.go. */
import type { PodCertificateRequestSpec, PodCertificateRequest } from "../../../k8s/certificates/v1.js";
import { type FieldError, invalid, required, tooLong } from "../../../core/field-error.js";
import { type ApiObject, ensureObject, numberOf, objectsOf, setDefault, textOf } from "../../api-object.js";
import { isSame, statusAlone } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { checkQualifiedName } from "../validation/names.js";
import { specOf, statusOf } from "../workload-parts.js";
import { validatePodCertificateStatus } from "./pod-certificate-status.js";
import { validateKey } from "./requested-key.js";
import { validateSignerName } from "./validate-signer-name.js";

const uid: readonly rule.PlainCheck<string>[] = [
  (text, path) => (text === "" ? [invalid(path, text, "must not be empty")] : []),
  must.fit(128),
];

const mostAnnotationBytes = 256 * 1024;

function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const entries = Object.entries(annotations);
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) => validateKeyOfDomain(key.toLowerCase(), path)),
    ...(size > mostAnnotationBytes ? [tooLong(path, mostAnnotationBytes)] : []),
  ];
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsDomainPrefixedKey). */
function validateKeyOfDomain(key: string, path: string): FieldError[] {
  if (key === "") return [required(path)];
  const faults = checkQualifiedName(key).map((fault) => invalid(path, key, fault));
  if (faults.length > 0 || key.includes("/")) return faults;
  return [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}

const spec: rule.Table<PodCertificateRequestSpec> = [
  rule.text("signerName", validateSignerName),
  rule.textMap("unverifiedUserAnnotations", validateAnnotations),
  rule.text("podName", must.beSubdomain),
  rule.text("podUID", ...uid),
  rule.text("serviceAccountName", must.beSubdomain),
  rule.text("serviceAccountUID", ...uid),
  rule.text("nodeName", must.beSubdomain),
  rule.text("nodeUID", ...uid),
];

const validateSpec = rule.validator<PodCertificateRequest>([rule.object("spec", spec)]);

const shortest = 60 * 60;
const longest = 91 * 24 * 60 * 60;
const longestOfKubernetes = 24 * 60 * 60;

function validate(request: ApiObject): FieldError[] {
  const own = specOf(request);
  const path = "spec.maxExpirationSeconds";
  const seconds = numberOf(own, "maxExpirationSeconds");
  if (seconds === undefined) return [...validateSpec(request), required(path, "must be set")];
  const [domain = ""] = textOf(own, "signerName").split("/");
  const most = /(?:^|\.)kubernetes\.io$/.test(domain) ? longestOfKubernetes : longest;
  const time = must.beIn(shortest, most, `must be in the range [${shortest}, ${most}]`)(seconds, path);
  return [...validateSpec(request), ...time, ...validateKey(own)];
}

export const podCertificateRequest: KindRules = {
  allowsUnconditionalUpdate: false,
  setDefaults: (request) => setDefault(ensureObject(request, "spec"), "maxExpirationSeconds", longestOfKubernetes),
  validate,
  validateUpdate(request, old) {
    const type = { type: "certificates.k8s.io/v1.PodCertificateRequestSpec", version: "1.37" } as const;
    return isSame(request["spec"], old["spec"])
      ? []
      : [invalidInternal("spec", specOf(request), type, "field is immutable")];
  },
  status: statusAlone(validatePodCertificateStatus),
  cells: cell.row(
    cell.nameOf,
    ...["spec.podName", "spec.serviceAccountName", "spec.nodeName", "spec.signerName"],
    showState,
    cell.labels("spec.unverifiedUserAnnotations"),
  ),
  selectableFields: cell.selectable("spec.signerName", "spec.podName", "spec.nodeName"),
};

function showState(request: ApiObject): string {
  const types = objectsOf(statusOf(request), "conditions").map((condition) => textOf(condition, "type"));
  return types.findLast((type) => ["Issued", "Denied", "Failed"].includes(type)) ?? "Pending";
}
