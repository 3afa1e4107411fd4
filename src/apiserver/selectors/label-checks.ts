/** Keys and values of a selector are those of labels. Source: k8s.io/apimachinery/pkg/labels/selector.go. */
import { checkLabelValue as faultsOfValue, checkQualifiedName } from "../kinds/validation/names.js";

export function checkLabelKey(key: string): string | undefined {
  const faults = checkQualifiedName(key);
  return faults.length === 0 ? undefined : `<nil>: Invalid value: ${JSON.stringify(key)}: ${faults.join("; ")}`;
}

export function checkLabelValue(key: string, value: string, index: number): string | undefined {
  const faults = faultsOfValue(value);
  if (faults.length === 0) return undefined;
  return `values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join("; ")}`;
}
