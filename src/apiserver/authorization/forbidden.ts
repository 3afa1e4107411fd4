/** The error for a request that no rule allows. Source: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go. */
import { quoteText } from "../../core/go-text.js";
import { forbiddenError, type StatusError } from "../status-error.js";
import type { RequestAttributes } from "./authorizer.js";

export function forbiddenRequestError(attributes: RequestAttributes, reason: string): StatusError {
  const message = escapeHtml(describe(attributes));
  const { group, resource, name } = attributes;
  return forbiddenError({ group, resource }, name, reason === "" ? message : `${message}: ${reason}`);
}

function describe(attributes: RequestAttributes): string {
  const { user, verb, group, resource, subresource, namespace, path, isResourceRequest } = attributes;
  const who = `User ${quoteText(user.username)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${quoteText(path)}`;
  const what = quoteText(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quoteText(namespace)}`;
  return `${who} resource ${what} in API group ${quoteText(group)} ${where}`;
}

/** Escapes tags, so that a browser that shows the response does not render them. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
