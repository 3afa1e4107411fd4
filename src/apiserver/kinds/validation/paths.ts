/** The paths of files in volumes. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid } from "../../../core/field-error.js";

export function validateNoBacksteps(target: string, path: string): FieldError[] {
  return target.split("/").includes("..") ? [invalid(path, target, "must not contain '..'")] : [];
}

export function validateDescendingPath(target: string, path: string): FieldError[] {
  const isAbsolute = target.startsWith("/");
  return [
    ...(isAbsolute ? [invalid(path, target, "must be a relative path")] : []),
    ...validateNoBacksteps(target, path),
  ];
}

export function validateNonReservedPath(target: string, path: string): FieldError[] {
  const isReserved = target.startsWith("..") && !target.startsWith("../");
  return [
    ...validateDescendingPath(target, path),
    ...(isReserved ? [invalid(path, target, "must not start with '..'")] : []),
  ];
}
