import { errorAt } from "../../core/diagnostic.js";
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { Annotations, Tag } from "../../model/annotations.js";
import type { TagEffect } from "../../model/tag-record.js";
import type { Field, TypeModel, TypeUse } from "../../model/type-model.js";
import { readAnnotations } from "../comments/read-annotations.js";
import { locateNode } from "../parsed-file.js";
import {
  depthOf,
  readType,
  refuse,
  reportAt,
  type Scope,
  textOf,
  type TypeReader,
  use,
  within,
  withinBounded,
} from "./reader.js";

/** The declaration of a field: a property of an interface or of a class, or a parameter of a constructor. */
export type FieldNode = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration;

/**
 * Returns undefined for a node that is not a field, and reports the reason unless the sources mark it as intended.
 *
 * @param inferred - the type of a field without a written type
 */
export function readField(
  scope: Scope,
  node: ts.TypeElement | ts.ClassElement | ts.ParameterDeclaration,
  inferred?: TypeModel,
): Field | undefined {
  const annotations = readAnnotations(scope.file, node, "field", scope.reader);
  if (tagOf(annotations, "omit") !== undefined) return undefined;
  const name = node.name === undefined ? undefined : fieldName(node.name);
  if (name === undefined || !isFieldNode(node)) {
    const hint = "Remove it, or put @ignore on it: a Kubernetes object contains only data.";
    reportAt(scope, node, "type/unsupported", `${textOf(scope, node)} is not a field`, hint);
    return undefined;
  }
  const limit = tagOf(annotations, "recursionDepth");
  const at = locateNode(scope.file, node);
  const optional = node.questionToken !== undefined || includesUndefined(node.type);
  if (node.type === undefined && inferred !== undefined) {
    return { name, optional, use: use(scope, node, inferred), annotations, at };
  }
  if (limit?.argument.kind === "number" && limit.argument.value > deepest) {
    const message = `${limit.spelling}: a type can repeat at most ${deepest} times`;
    const hint = "Write a smaller number: each level makes the CRD larger.";
    scope.reader.report(errorAt("tag/invalid-argument", limit.at, message, hint));
    return undefined;
  }
  if (limit?.argument.kind !== "number") {
    const read = readFieldType(within(scope, `.${name}`), node, annotations);
    return { name, optional, use: read, annotations, at };
  }
  if (depthOf(scope, node) < limit.argument.value) {
    // Only the innermost field is open.
    const closed = { ...annotations, tags: annotations.tags.filter((tag) => !isOfOpenField(tag)) };
    const read = readFieldType(within(withinBounded(scope, node), `.${name}`), node, closed);
    return { name, optional, use: read, annotations: closed, at };
  }
  return fieldAtTheEnd(scope, node, { name, optional, annotations, at });
}

/** The maximum nesting depth: deeper types exceed etcd's limit for a CRD, and eventually exhaust the stack. */
const deepest = 64;

/** Ends a recursive type after the number of levels that its author set: as an open field, or without the field. */
function fieldAtTheEnd(scope: Scope, node: FieldNode, field: Omit<Field, "use">): Field | undefined {
  if (tagOf(field.annotations, "preserveUnknownFields") !== undefined) {
    const annotations = { ...field.annotations, tags: field.annotations.tags.filter(isOfOpenField) };
    return { ...field, annotations, use: use(scope, node, { kind: "any" }) };
  }
  if (!field.optional) {
    const hint = `Make the field optional (${field.name}?), or put @preserveUnknownFields next to @recursionDepth.`;
    reportAt(
      scope,
      node,
      "type/recursive",
      `the field repeats without end, because it is required: ${field.name}`,
      hint,
    );
  }
  return undefined;
}

function isOfOpenField({ record, path }: Tag): boolean {
  return path.length === 0 && record.effect.kind === "preserveUnknownFields";
}

function tagOf({ tags }: Annotations, kind: TagEffect["kind"]): Tag | undefined {
  return tags.find(({ record, path }) => path.length === 0 && record.effect.kind === kind);
}

function isFieldNode(node: ts.Node): node is FieldNode {
  return compiler.isPropertySignature(node) || compiler.isPropertyDeclaration(node) || compiler.isParameter(node);
}

function readFieldType(scope: Scope, node: FieldNode, annotations: Annotations): TypeUse {
  if (node.type === undefined) {
    return refuse(scope, node, `${textOf(scope, node)} has no type`, "Write its type after a colon.");
  }
  if (tagOf(annotations, "schemaless") !== undefined) return use(scope, node.type, { kind: "any" });
  if (tagOf(annotations, "preserveUnknownFields") === undefined) return readType(scope, node.type);
  // If anything is allowed, a type without a schema is not a fault: it only helps the program.
  const faults: string[] = [];
  const quiet: TypeReader = {
    ...scope.reader,
    report: (diagnostic) => {
      if (diagnostic.code.startsWith("type/")) faults.push(diagnostic.message);
      else scope.reader.report(diagnostic);
    },
  };
  const type = readType({ ...scope, reader: quiet }, node.type);
  if (faults.length === 0) return type;
  const isAnything = !compiler.isTypeReferenceNode(node.type);
  return use(scope, node.type, isAnything ? { kind: "any" } : { kind: "bare" });
}

function fieldName(node: ts.PropertyName | ts.BindingName): string | undefined {
  return compiler.isIdentifier(node) || compiler.isStringLiteral(node) || compiler.isNumericLiteral(node)
    ? node.text
    : undefined;
}

function includesUndefined(node: ts.TypeNode | undefined): boolean {
  return node !== undefined && compiler.isUnionTypeNode(node)
    ? node.types.some(({ kind }) => kind === compiler.SyntaxKind.UndefinedKeyword)
    : false;
}
