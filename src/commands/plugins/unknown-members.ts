import { nearest } from "../../core/suggest.js";

/** Returns a fault for each member of a plugin's value that tsop would ignore. */
export function unknownMembers(what: string, value: object, known: readonly string[]): string[] {
  return Object.keys(value)
    .filter((member) => !known.includes(member))
    .map((member) => {
      const meant = nearest(member, known);
      const way = meant === undefined ? `write one of ${known.join(", ")}` : `did you mean ${meant}?`;
      return `${what} the unknown member ${JSON.stringify(member)}: ${way}`;
    });
}
