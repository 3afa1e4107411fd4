/** The refusal of a request that no rule allows. Source: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go. */
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

/** A browser that shows the answer is not to find tags in it. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
