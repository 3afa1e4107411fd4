/** Paths as k8s.io/apimachinery/pkg/util/validation/field builds them; empty at the root. */
import { noPath } from "./value-result.js";

export function child(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

export function atIndex(path: string, index: number): string {
  return `${path}[${index}]`;
}

export function atKey(path: string, key: string): string {
  return `${path}[${key}]`;
}

/** As an error shows it: the root has no path. */
export function shownPath(path: string): string {
  return path === "" ? noPath : path;
}
