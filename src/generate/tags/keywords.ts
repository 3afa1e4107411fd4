/** Sets keywords of a schema verbatim: those of a published CRD that neither a type nor another tag expresses. */
import type { Tag } from "../../model/annotations.js";
import { readKeywords } from "../../schema/read-schema.js";
import type { SchemaFindings } from "../../schema/schema-findings.js";
import type { Schema } from "../../schema/schema.js";
import { conflict, set, type TagUse } from "./context.js";

export function applyKeywords(use: TagUse): void {
  const { origins, schema, tag } = use;
  const { keywords, fault } = keywordsOf(tag);
  if (fault !== undefined) {
    conflict(use, fault, `For example: ${tag.record.example}`);
    return;
  }
  const { properties, required, ...others } = keywords;
  for (const [name, value] of Object.entries(others)) {
    const keyword = name as keyof typeof others; // the keys of a schema
    Object.assign(schema, { [keyword]: value });
    origins.set(schema, keyword, tag.at);
  }
  if (others.otherFields !== undefined) delete schema.additionalProperties;
  if (properties !== undefined) set(use, "properties", { ...schema.properties, ...properties });
  if (required !== undefined) {
    set(use, "required", [...new Set([...(schema.required ?? []), ...required])].toSorted());
  }
}

/** Returns the keywords of a tag, and its first fault. */
export function keywordsOf({ argument }: Tag): { readonly keywords: Schema; readonly fault: string | undefined } {
  if (argument.kind !== "value") return { keywords: {}, fault: "its keywords are missing" };
  const faults: string[] = [];
  const take = (path: string, message: string): void => void faults.push(path === "" ? message : `${path}: ${message}`);
  const findings: SchemaFindings = {
    refuse: take,
    leaveOut: take,
    doubt: () => undefined,
    within: (_, read) => read(),
  };
  return { keywords: readKeywords(findings, argument.value), fault: faults[0] };
}
