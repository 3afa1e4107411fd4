/** Source: pkg/apis/certificates/validation/validation.go, pkg/registry/certificates/podcertificaterequest/strategy.go. */
import type { PodCertificateRequestSpec, PodCertificateRequest } from "../../../k8s/certificates/v1.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { type ApiObject, ensureObject, numberOf, objectsOf, setDefault, textOf } from "../../api-object.js";
import { isSame, statusAlone } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { specOf, statusOf } from "../workload-parts.js";
import { validatePodCertificateStatus } from "./pod-certificate-status.js";
import { certificateLife, longestOfKubernetes, validateUserAnnotations } from "./requested-certificate.js";
import { validateKey } from "./requested-key.js";
import { validateSignerName } from "./validate-signer-name.js";

const uid: readonly rule.PlainCheck<string>[] = [
  (text, path) => (text === "" ? [invalid(path, text, "must not be empty")] : []),
  must.fit(128),
];

const spec: rule.Table<PodCertificateRequestSpec> = [
  rule.text("signerName", validateSignerName),
  rule.textMap("unverifiedUserAnnotations", validateUserAnnotations),
  rule.text("podName", must.beSubdomain),
  rule.text("podUID", ...uid),
  rule.text("serviceAccountName", must.beSubdomain),
  rule.text("serviceAccountUID", ...uid),
  rule.text("nodeName", must.beSubdomain),
  rule.text("nodeUID", ...uid),
];

const validateSpec = rule.validator<PodCertificateRequest>([rule.object("spec", spec)]);

function validate(request: ApiObject): FieldError[] {
  const own = specOf(request);
  const path = "spec.maxExpirationSeconds";
  const seconds = numberOf(own, "maxExpirationSeconds");
  if (seconds === undefined) return [...validateSpec(request), required(path, "must be set")];
  const { shortest, longest } = certificateLife(textOf(own, "signerName"));
  const time = must.beIn(shortest, longest, `must be in the range [${shortest}, ${longest}]`)(seconds, path);
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
