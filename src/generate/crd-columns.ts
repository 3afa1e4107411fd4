/** The columns that `kubectl get` shows. */
import type { Tag } from "../model/annotations.js";
import { nearest } from "../core/suggest.js";
import type { FieldPath } from "./field-paths.js";
import { followPath, isSimplePath, pathHint } from "./json-path.js";
import type { VersionParts } from "./crd-subresources.js";
import type { Reporter } from "./reporter.js";
import type { Schema } from "../schema/schema.js";
import { recordOf } from "./tags/context.js";

export interface PrinterColumn {
  name: string;
  type: string;
  jsonPath: string;
  description?: string;
  format?: string;
  priority?: number;
}

export const columnTypes: readonly string[] = ["integer", "number", "string", "boolean", "date"];
export const columnFormats: readonly string[] = [
  "int32",
  "int64",
  "float",
  "double",
  "byte",
  "date",
  "date-time",
  "password",
];

/** Returns the columns that the kind itself declares, then those of its fields, in source order. */
export function printerColumns({ reporter, kind, root, fields }: VersionParts): PrinterColumn[] {
  const own = kind.annotations.tags.filter(isColumn).map((tag) => columnOfKind(reporter, tag, root));
  const inferred = fields.flatMap((field) =>
    field.annotations.tags.filter(isColumn).map((tag) => columnOfField(reporter, tag, field)),
  );
  return [...own, ...inferred].filter((column) => column !== undefined);
}

function isColumn({ record, path }: Tag): boolean {
  return record.effect.kind === "printColumn" && path.length === 0;
}

function columnOfKind(reporter: Reporter, tag: Tag, root: Schema): PrinterColumn | undefined {
  const { name, type, jsonPath } = recordOf(tag);
  if (typeof name !== "string" || typeof type !== "string" || typeof jsonPath !== "string") {
    const absent = Object.entries({ name, type, jsonPath }).filter(([, value]) => value === undefined);
    const message = `${tag.spelling}: argument ${absent.map(([key]) => key).join(", ")} is missing`;
    reporter.error("tag/invalid-argument", tag.at, message, `For example: ${tag.record.example}`);
    return undefined;
  }
  if (isSimplePath(jsonPath) && !jsonPath.startsWith(".metadata.") && followPath(root, jsonPath) === undefined) {
    const message = `the column's path ${jsonPath} leads to no field, so the column is empty`;
    reporter.warn("crd/empty-column", tag.at, message, pathHint(root, jsonPath));
  }
  return finish(reporter, tag, { name, type, jsonPath });
}

function columnOfField(reporter: Reporter, tag: Tag, field: FieldPath): PrinterColumn | undefined {
  const { name, type, jsonPath } = recordOf(tag);
  if (field.path.includes("[]") || field.path.includes("{}")) {
    const hint = "Declare the column on the kind, with a jsonPath that selects one item.";
    reporter.error("crd/invalid", tag.at, "a column cannot show a field of many items", hint);
    return undefined;
  }
  const inferred = typeOfColumn(field.schema);
  if (inferred === undefined && type === undefined) {
    const hint = "Give the column a type: @printColumn Name type=string";
    reporter.error("crd/invalid", tag.at, `a column cannot show ${field.schema.type ?? "this"}`, hint);
    return undefined;
  }
  return finish(reporter, tag, {
    name: typeof name === "string" ? name : field.name.charAt(0).toUpperCase() + field.name.slice(1),
    type: typeof type === "string" ? type : (inferred ?? "string"),
    jsonPath: typeof jsonPath === "string" ? jsonPath : field.path,
  });
}

function typeOfColumn(schema: Schema): string | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) return "string";
  if (schema.format === "date-time") return "date";
  return schema.type === undefined || schema.type === "object" || schema.type === "array" ? undefined : schema.type;
}

function finish(reporter: Reporter, tag: Tag, column: PrinterColumn): PrinterColumn {
  const { description, format, priority } = recordOf(tag);
  checkWord(reporter, tag, "type", column.type, columnTypes);
  if (typeof format === "string") checkWord(reporter, tag, "format", format, columnFormats);
  if (column.name === "") {
    reporter.error("crd/invalid", tag.at, "a column needs a name", `For example: ${tag.record.example}`);
  }
  if (!/^\.[^.]/.test(column.jsonPath) && !column.jsonPath.startsWith(".[")) {
    const hint = `Write ${column.jsonPath.startsWith(".") ? "a name after the dot" : `.${column.jsonPath.replace(/^\{?\.?|\}$/g, "")}`}`;
    const message = `the path ${JSON.stringify(column.jsonPath)} must start with a dot and a name`;
    reporter[column.jsonPath.startsWith(".") ? "mistake" : "error"]("crd/invalid", tag.at, message, hint);
  } else if (!isBalanced(column.jsonPath)) {
    const message = `the path ${JSON.stringify(column.jsonPath)} has a bracket that is not closed`;
    reporter.mistake("crd/invalid", tag.at, message, "Close it.");
  }
  return {
    ...column,
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof format === "string" ? { format } : {}),
    ...(typeof priority === "number" && priority !== 0 ? { priority } : {}),
  };
}

function checkWord(reporter: Reporter, tag: Tag, name: string, word: string, words: readonly string[]): void {
  if (words.includes(word)) return;
  const near = nearest(word, words);
  const hint = `${near === undefined ? "" : `Did you mean ${near}? `}Use one of ${words.join(", ")}.`;
  reporter.error("crd/invalid", tag.at, `a column cannot have the ${name} ${word}`, hint);
}

function isBalanced(path: string): boolean {
  const bare = path.replaceAll(/"[^"]*"|'[^']*'/g, "");
  return ["[]", "()"].every(([open = "", close = ""]) => bare.split(open).length === bare.split(close).length);
}
