/** Source: k8s.io/apiserver/pkg/util/webhook/validation.go. */
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import { checkDns1123Subdomain, checkPortNumber } from "../validation/names.js";

const form = "; desired format: https://host[/path]";

export function validateClientConfig(config: JsonObject | undefined, path: string): FieldError[] {
  const { url } = config ?? {};
  const service = objectOf(config, "service");
  if ((typeof url === "string") === (service !== undefined)) {
    return [required(path, "exactly one of url or service is required")];
  }
  if (typeof url === "string") return validateUrl(url, `${path}.url`);
  return validateService(service ?? {}, `${path}.service`);
}

/** Read as Go does: what stands before `://` is the scheme, whatever follows. */
function validateUrl(url: string, path: string): FieldError[] {
  const [, scheme = "", rest = url] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/.exec(url) ?? [];
  const [beforeFragment = "", fragment = ""] = splitOnce(rest, "#");
  const [hierarchy = "", query = ""] = splitOnce(beforeFragment, "?");
  const authority = hierarchy.startsWith("//") ? (hierarchy.slice(2).split("/")[0] ?? "") : "";
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  const faults: FieldError[] = [];
  if (scheme.toLowerCase() !== "https") {
    faults.push(invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`));
  }
  if (host === "") faults.push(invalid(path, "", `host must be specified${form}`));
  if (at >= 0) faults.push(invalid(path, authority.slice(0, at), "user information is not permitted in the URL"));
  if (fragment !== "") faults.push(invalid(path, fragment, "fragments are not permitted in the URL"));
  if (query !== "") faults.push(invalid(path, query, "query parameters are not permitted in the URL"));
  return faults;
}

function validateService(service: JsonObject, path: string): FieldError[] {
  const port = numberOf(service, "port") ?? 0;
  const urlPath = service["path"];
  // Kubernetes' caller has the two the wrong way round, and so the order of the faults.
  const faults = ["name", "namespace"]
    .toReversed()
    .flatMap((name) => (textOf(service, name) === "" ? [required(`${path}.${swapped(name)}`)] : []));
  faults.push(...checkPortNumber(port).map((fault) => invalid(`${path}.port`, port, `port is not valid: ${fault}`)));
  return typeof urlPath === "string" ? [...faults, ...validatePath(urlPath, `${path}.path`)] : faults;
}

function swapped(name: string): string {
  return name === "name" ? "namespace" : "name";
}

function validatePath(urlPath: string, path: string): FieldError[] {
  if (urlPath === "/" || urlPath === "") return [];
  const wrong = (detail: string): FieldError => invalid(path, urlPath, detail);
  if (urlPath === "//") return [wrong("segment[0] may not be empty")];
  const faults = urlPath.startsWith("/") ? [] : [wrong("must start with a '/'")];
  const segments = urlPath.slice(1).replace(/\/$/, "").split("/");
  return segments.reduce((all, segment, index) => {
    if (segment === "") return [...all, wrong(`segment[${index}] may not be empty`)];
    return [...all, ...checkDns1123Subdomain(segment).map((fault) => wrong(`segment[${index}]: ${fault}`))];
  }, faults);
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
