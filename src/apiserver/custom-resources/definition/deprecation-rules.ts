import { invalid, type FieldError } from "../../../core/field-error.js";
import type { DefinitionVersion } from "../definition.js";

/** Source: validateDeprecationWarning in k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go. */
export function checkDeprecation({ deprecated, deprecationWarning }: DefinitionVersion, path: string): FieldError[] {
  if (deprecationWarning === undefined) return [];
  const fault = (why: string): FieldError => invalid(path, deprecationWarning, why);
  if (deprecated !== true) return [fault("can only be set for deprecated versions")];
  const faults: FieldError[] = [];
  if (Buffer.byteLength(deprecationWarning) > 256) faults.push(fault("must be <= 256 characters long"));
  if (deprecationWarning === "") faults.push(fault("must not be an empty string"));
  const at = deprecationWarning.search(/[^\P{C}]|(?! )\p{Z}/u);
  if (at !== -1) {
    const index = Buffer.byteLength(deprecationWarning.slice(0, at));
    const why = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`;
    faults.push(fault(why));
  }
  return faults;
}
