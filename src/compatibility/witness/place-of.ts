/** Recognizes the place of a change in the messages of the API server. */
import type { Change } from "../change.js";

/** Returns whether a field, such as `spec.ports[0].name`, is at the place of the change, or inside it. */
export function placeMatcher({ place, detail }: Change): (field: string) => boolean {
  const parts = place.path.map((step) =>
    step.kind === "field" ? { name: step.name } : { name: undefined, isItem: step.kind === "item" },
  );
  // The alternatives of a schema are reported at the object around it.
  const acceptsOuter = detail.kind === "branches-changed";
  return (field) => {
    const given = field === "<nil>" ? [] : field.split(/[.[\]]+/).filter((part) => part !== "");
    if (given.length < parts.length && !acceptsOuter) return false;
    return parts.every((part, index) => {
      const at = given[index];
      if (at === undefined) return acceptsOuter;
      if (part.name !== undefined) return part.name === at || part.name.startsWith(`${at}.`) || part.name.includes(".");
      return part.isItem ? /^\d+$/.test(at) : true;
    });
  };
}
