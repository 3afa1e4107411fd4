/** Source: ValidateSignerName in pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid, required, tooLong } from "../../../core/field-error.js";
import { checkDns1123Label, type NameCheck, nameIsDnsSubdomain } from "../validation/names.js";

const mostInDomain = 253;
const mostInAll = mostInDomain + 1 + 253 + 1 + 63;

export function validateSignerName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const [domain = "", signer, ...more] = name.split("/");
  if (signer === undefined || more.length > 0) {
    return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
  }
  const isOneWord = !domain.includes(".");
  return [
    ...(domain.length > mostInDomain ? [tooLong(path, mostInDomain)] : []),
    ...validateLabels(domain, path, checkDns1123Label),
    ...(isOneWord ? [invalid(path, domain, "should be a domain with at least two segments separated by dots")] : []),
    ...validateLabels(signer, path, nameIsDnsSubdomain),
    ...(name.length > mostInAll ? [tooLong(path, mostInAll)] : []),
  ];
}

/** Reports only the first invalid label of a dotted name. */
function validateLabels(name: string, path: string, check: NameCheck): FieldError[] {
  const wrong = name.split(".").find((label) => check(label, false).length > 0);
  if (wrong === undefined) return [];
  return check(wrong, false).map((fault) => invalid(path, name, `validating label ${JSON.stringify(wrong)}: ${fault}`));
}
