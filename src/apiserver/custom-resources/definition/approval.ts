/**
 * Groups of the Kubernetes project need the approval of its reviewers.
 * Source: k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go.
 */
import { quoteText } from "../../../core/go-text.js";
import { parseUrl } from "../../../cel/url.js";
import { invalid, required, type FieldError } from "../../../core/field-error.js";
import type { Definition } from "../definition.js";

const annotation = "api-approved.kubernetes.io";

export interface Approval {
  readonly state: "approved" | "bypassed" | "invalid" | "missing";
  readonly reason: string;
}

export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

export function approvalOf({ metadata }: Definition): Approval {
  const value = metadata.annotations?.[annotation] ?? "";
  const wanted = `protected groups must have approval annotation ${quoteText(annotation)}`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (value === "") return { state: "missing", reason: `${wanted}, ${see}` };
  if (value.startsWith("unapproved")) return { state: "bypassed", reason: `not approved: ${quoteText(value)}` };
  const url = parseUrl(value);
  if (typeof url !== "string" && url.host !== "" && url.scheme !== "") {
    return { state: "approved", reason: `approved in ${value}` };
  }
  return { state: "invalid", reason: `${wanted} with either a URL or a reason starting with "unapproved", ${see}` };
}

/** A CRD that was not approved before may stay unapproved. */
export function checkApproval(definition: Definition, old?: Definition): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  const field = `metadata.annotations[${annotation}]`;
  if (state === "missing") return [required(field, reason)];
  return state === "invalid" ? [invalid(field, definition.metadata.annotations?.[annotation], reason)] : [];
}
