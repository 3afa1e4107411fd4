/** Source: pkg/apis/certificates/validation/validation.go (ValidatePodCertificateRequestStatusUpdate). */
import type { X509Certificate } from "node:crypto";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, textOf } from "../../api-object.js";

const minuteMs = 60_000;

/** Returns the first error in the times of an issued certificate, or all times that are missing. */
export function validateTimes(status: JsonObject, spec: JsonObject, certificate: X509Certificate): FieldError[] {
  const consistent = "must be present and consistent with the issued certificate";
  const missing = [
    ...needs(status, "notBefore", consistent),
    ...needs(status, "notAfter", consistent),
    ...needs(status, "beginRefreshAt", "must be present and in the range [notbefore+10min, notafter-10min]"),
  ];
  if (missing.length > 0) return missing;
  const [start, end] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const fault = firstFault(status, start, end) ?? lifetimeFault(spec, end - start) ?? refreshFault(status);
  return fault === undefined ? [] : [fault];
}

function needs(status: JsonObject, name: string, detail: string): FieldError[] {
  return textOf(status, name) === "" ? [required(`status.${name}`, detail)] : [];
}

function wrong(status: JsonObject, name: string, detail: string): FieldError {
  return invalid(`status.${name}`, textOf(status, name), detail);
}

function firstFault(status: JsonObject, start: number, end: number): FieldError | undefined {
  const [before, after] = [timeOf(status, "notBefore"), timeOf(status, "notAfter")];
  if (before !== start)
    return wrong(status, "notBefore", "must be set to the NotBefore time encoded in the leaf certificate");
  if (Math.abs(before - Date.now()) >= 5 * minuteMs) {
    return wrong(status, "notBefore", "must be set to within 5 minutes of kube-apiserver's current time");
  }
  if (after === end) return undefined;
  return wrong(status, "notAfter", "must be set to the NotAfter time encoded in the leaf certificate");
}

function lifetimeFault(spec: JsonObject, lifetime: number): FieldError | undefined {
  const path = "status.certificateChain";
  const most = numberOf(spec, "maxExpirationSeconds") ?? 0;
  if (lifetime < 60 * minuteMs) return invalid(path, lifetime * 1e6, "leaf certificate lifetime must be >= 1 hour");
  if (lifetime <= most * 1000) return undefined;
  return invalid(path, lifetime * 1e6, `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${most})`);
}

function refreshFault(status: JsonObject): FieldError | undefined {
  const refresh = timeOf(status, "beginRefreshAt");
  if (refresh < timeOf(status, "notBefore") + 10 * minuteMs) {
    return wrong(status, "beginRefreshAt", "must be at least 10 minutes after status.notBefore");
  }
  if (refresh <= timeOf(status, "notAfter") - 10 * minuteMs) return undefined;
  return wrong(status, "beginRefreshAt", "must be at least 10 minutes before status.notAfter");
}

function timeOf(status: JsonObject, name: string): number {
  return Date.parse(textOf(status, name));
}
