import { randomInt } from "node:crypto";

/** No vowels, and no digits that look like them, so that no rude words are generated. Source: apimachinery/pkg/util/rand. */
export const letters = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxLength = 63;

/** Generates a name with the prefix. Source: apiserver/pkg/storage/names/generate.go. */
export function generateName(prefix: string): string {
  const suffix = Array.from({ length: suffixLength }, () => letters[randomInt(letters.length)]).join("");
  return `${prefix.slice(0, maxLength - suffixLength)}${suffix}`;
}
