/** Resolves `+default=ref(Name)`: a default from a constant, as in the types of Kubernetes. */
import { errorAt, type Report } from "../../core/diagnostic.js";
import type { ExactJsonValue } from "../../core/json.js";
import type { Tag } from "../../model/annotations.js";
import { enumMembers, namedValue } from "../constants.js";
import type { NameResolver } from "../names.js";
import type { ParsedFile } from "../parsed-file.js";

/** Returns the tag with the referenced value; reports a missing value and returns undefined. */
export function resolveReference(tag: Tag, file: ParsedFile, names: NameResolver, report: Report): Tag | undefined {
  if (tag.record.effect.kind !== "default" || tag.argument.kind !== "value") return tag;
  const { value } = tag.argument;
  const name = typeof value === "string" ? /^ref\(([^()]*)\)$/.exec(value)?.[1]?.trim() : undefined;
  if (name === undefined) return tag;
  const found = valueOf(file, names, name);
  if (found !== undefined) return { ...tag, argument: { kind: "value", value: found } };
  const hint = `Declare or import it (const ${name.split(/\W/).at(-1) || "name"} = …), or name a member of an enum, or write the value itself: @default …`;
  report(errorAt("tag/invalid-argument", tag.at, `${tag.spelling}: ${name} is not a constant of this file`, hint));
  return undefined;
}

/** Returns the value of a constant, of an enum member with or without the enum's name, or of either in a namespace. */
function valueOf(file: ParsedFile, names: NameResolver, name: string): ExactJsonValue | undefined {
  const steps = name.split(".");
  if (steps.length > 2 || steps.some((step) => !/^[A-Za-z_$][\w$]*$/.test(step))) return undefined;
  const value = namedValue(names, file, steps);
  if (value !== undefined || steps.length > 1) return value;
  const { types, imports } = names.namesOf(file);
  const values = [...types.keys(), ...imports.keys()]
    .map((type) => names.resolveName(file, type))
    .flatMap((meaning) => (meaning.kind === "declared" ? enumMembers(meaning.file, meaning.nodes) : []))
    .filter((member) => member.name === name)
    .map((member) => member.value);
  return values.length === 1 ? values[0] : undefined;
}
