/** Validates the address of an admission or conversion webhook. Source: k8s.io/apiserver/pkg/util/webhook/validation.go. */
import { parseUrl } from "../../cel/url.js";
import { child, type FieldError, invalid, required } from "../../core/field-error.js";
import type { WebhookClientConfig } from "../../k8s/apiextensions/v1.js";
import { checkDns1123Subdomain, checkPortNumber } from "../kinds/validation/names.js";

export function checkClientConfig({ url, service }: WebhookClientConfig, path: string): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, "exactly one of url or service is required")];
  }
  return url !== undefined ? checkUrl(url, child(path, "url")) : checkService(service, child(path, "service"));
}

const form = "; desired format: https://host[/path]";

function checkUrl(url: string, path: string): FieldError[] {
  const parsed = parseUrl(url);
  if (typeof parsed === "string" && !/^[./]?[^:]*$/.test(url)) {
    return [required(path, `url must be a valid URL: ${parsed}${form}`)];
  }
  const [, scheme = "", authority = "", query, fragment] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*)(?:\/[^?#]*)?|(?!\/\/)[^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
      url,
    ) ?? [];
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  return [
    ...(scheme.toLowerCase() === "https"
      ? []
      : [invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`)]),
    ...(host === "" ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(at === -1 ? [] : [invalid(path, authority.slice(0, at), "user information is not permitted in the URL")]),
    ...((fragment ?? "") === "" ? [] : [invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...((query ?? "") === "" ? [] : [invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

function checkService(service: WebhookClientConfig["service"], path: string): FieldError[] {
  // kube-apiserver swaps name and namespace here: if one is missing, its message names the other.
  const { name: namespace = "", namespace: name = "", port = 443, path: target = "" } = service ?? {};
  const ports = checkPortNumber(port);
  return [
    ...(name === "" ? [required(child(path, "name"))] : []),
    ...(namespace === "" ? [required(child(path, "namespace"))] : []),
    ...(ports.length === 0 ? [] : [invalid(child(path, "port"), port, `port is not valid: ${ports.join(", ")}`)]),
    ...checkTarget(target, child(path, "path")),
  ];
}

function checkTarget(target: string, path: string): FieldError[] {
  if (target === "" || target === "/") return [];
  if (target === "//") return [invalid(path, target, "segment[0] may not be empty")];
  const segments = target.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(target.startsWith("/") ? [] : [invalid(path, target, "must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [invalid(path, target, `segment[${index}] may not be empty`)]
        : checkDns1123Subdomain(segment).map((why) => invalid(path, target, `segment[${index}]: ${why}`)),
    ),
  ];
}
