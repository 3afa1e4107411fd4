/** Source: pkg/apis/certificates/validation/validation.go (ValidatePodCertificateRequestStatusUpdate). */
import { type FieldError, invalid, invalidWithoutValue, notSupported, tooLong } from "../../../core/field-error.js";
import type { PodCertificateRequestStatus } from "../../../k8s/certificates/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import { conditionsSince137 } from "../validation/conditions.js";
import { statusValidator } from "../validation/workload-rules.js";
import { hasCondition, specOf, statusOf } from "../workload-parts.js";
import { readCertificate } from "./certificate-faults.js";
import { pemBlocks } from "./pem.js";
import { requestedKey } from "./requested-key.js";
import { validateTimes } from "./pod-certificate-times.js";

const ends = ["Issued", "Denied", "Failed"];
const chainPath = "status.certificateChain";
const mostBytes = 100 * 1024;

export function validatePodCertificateStatus(request: ApiObject, old: ApiObject): FieldError[] {
  const [status, before] = [statusOf(request), statusOf(old)];
  const faults = [...validateEnds(status), ...validateConditions(request)];
  if (faults.length > 0) return faults;
  if (hasEnded(before)) {
    return isSame(status, before) ? [] : [fail("immutable after PodCertificateRequest is issued, denied, or failed")];
  }
  if (hasCondition(status, "Denied") || hasCondition(status, "Failed")) {
    const isOnly = Object.keys(status).every((name) => name === "conditions");
    const detail = "non-condition status fields must be empty when denying or failing the PodCertificateRequest";
    return isOnly ? [] : [fail(detail)];
  }
  if (hasCondition(status, "Issued")) return validateIssued(status, specOf(old));
  const detail = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
  return isSame(status, before) ? [] : [fail(detail)];
}

function fail(detail: string): FieldError {
  return invalidWithoutValue("status", detail);
}

function hasEnded(status: JsonObject): boolean {
  return ends.some((type) => hasCondition(status, type));
}

const validateConditions = statusValidator<PodCertificateRequestStatus>([conditionsSince137]);

function validateEnds(status: JsonObject): FieldError[] {
  let known = 0;
  return objectsOf(status, "conditions").flatMap((condition, index) => {
    const path = `status.conditions.[${index}]`;
    const [type, state] = [textOf(condition, "type"), textOf(condition, "status")];
    if (!ends.includes(type)) return [notSupported(`${path}.type`, type, ends)];
    known += 1;
    const more = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...(known > 1 ? [invalid(`${path}.type`, type, more)] : []),
      ...(state === "True" ? [] : [notSupported(`${path}.status`, state, ["True"])]),
    ];
  });
}

function validateIssued(status: JsonObject, spec: JsonObject): FieldError[] {
  const chain = textOf(status, "certificateChain");
  if (Buffer.byteLength(chain) > mostBytes) return [tooLong(chainPath, mostBytes)];
  const [leaf, ...others] = pemBlocks(chain);
  const wrong = (detail: string): FieldError[] => [invalid(chainPath, chain, detail)];
  if (leaf === undefined) return wrong("issued certificate chain must contain at least one certificate");
  if (leaf.type !== "CERTIFICATE")
    return wrong("issued certificate chain must consist entirely of CERTIFICATE PEM blocks");
  const certificate = readCertificate(leaf.bytes);
  if (certificate === undefined) return wrong("leaf certificate does not parse as valid X.509");
  if (requestedKey(spec)?.equals(certificate.publicKey) === false) {
    return wrong("leaf certificate was not issued to the requested public key");
  }
  const missing = validateTimes(status, spec, certificate);
  if (missing.length > 0) return missing;
  for (const { type, bytes } of others) {
    if (type !== "CERTIFICATE") return wrong("issued certificate chain must consist entirely of CERTFICATE PEM blocks");
    if (readCertificate(bytes) === undefined) return wrong("intermediate certificate does not parse as valid X.509");
  }
  return [];
}
