/** Where the API server finds a webhook. Source: k8s.io/apiserver/pkg/util/webhook/validation.go. */
import type { Draft, WebhookFault } from "./draft.js";
import { isSubdomain } from "../../core/name-forms.js";

export function checkClient({ settings, path }: Draft): WebhookFault[] {
  const { url, serviceName, serviceNamespace, servicePort } = settings;
  if (url !== undefined) {
    const others = { serviceName, serviceNamespace, servicePort };
    const beside = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
    const both =
      beside === undefined ? [] : [{ message: `url and ${beside} contradict each other`, hint: "Keep one of them." }];
    return [...checkUrl(url), ...both];
  }
  const faults = checkPath(path);
  if (serviceName === "" || serviceNamespace === "") {
    faults.push({
      message: "the name or the namespace of the Service is empty",
      hint: "Leave it out: kustomize fills it in.",
    });
  }
  if (servicePort !== undefined && (servicePort < 1 || servicePort > 65_535)) {
    faults.push({ message: `servicePort=${servicePort} is not between 1 and 65535`, hint: "Leave it out for 443." });
  }
  return faults;
}

const form = "For example: url=https://hooks.example.com/check";

function checkUrl(text: string): WebhookFault[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || url.hostname === "" || !/^https:\/\/[^/]/i.test(text)) {
    return [{ message: `${JSON.stringify(text)} is not an address by https`, hint: form }];
  }
  const extra =
    text.includes("@") && (url.username !== "" || url.password !== "")
      ? "a user"
      : /\?./.test(text)
        ? "a query"
        : /#./.test(text)
          ? "a fragment"
          : undefined;
  return extra === undefined ? [] : [{ message: `the address of a webhook cannot have ${extra}`, hint: form }];
}

function checkPath(path: string): WebhookFault[] {
  if (path === "/") return [];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  if (path.startsWith("/") && segments.every((segment) => isSubdomain(segment))) return [];
  const hint = 'It begins with a slash, and its parts are lower case letters, digits, "-" and ".": /check-pods';
  return [{ message: `the API server takes no path such as ${JSON.stringify(path)}`, hint }];
}
