import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { type Annotations, noAnnotations } from "../../model/annotations.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { fieldsOf } from "./fields.js";
import { readMapOf } from "./read-map.js";
import { invalid, readType, refuse, type Scope, textOf, use, within } from "./reader.js";

/** Reads `{ [K in Keys as Name]?: T }`: a field for each literal of Keys, or a map if Keys is string. */
export function readMapped(scope: Scope, node: ts.MappedTypeNode): TypeUse {
  const { constraint } = node.typeParameter;
  if (constraint === undefined || node.type === undefined) return use(scope, node, { kind: "invalid" });
  const source = keyofTarget(constraint);
  const originals = source === undefined ? undefined : fieldsOf(readType(scope, source).type);
  const keys = originals === undefined ? readType(scope, constraint) : undefined;
  const names = originals?.map(({ name }) => name) ?? (keys?.type.kind === "enum" ? keys.type.values.map(String) : []);
  if (names.length === 0 && originals === undefined) return readMapOf(scope, node, constraint, node.type);
  const valueOf = node.type;
  const fields: Field[] = [];
  for (const key of names) {
    const original = originals?.find(({ name }) => name === key);
    const parameter = use(scope, constraint, { kind: "enum", values: [key] });
    const inner = { ...scope, parameters: new Map([...scope.parameters, [node.typeParameter.name.text, parameter]]) };
    const renamed = namesFor(inner, node.nameType, key);
    if (renamed === undefined) return invalid(scope, node);
    for (const name of renamed) {
      const read = readType(within(inner, `.${name}`), valueOf);
      fields.push({
        name,
        optional: isOptional(node, original?.optional ?? false),
        use: read,
        annotations: original === undefined ? noAnnotations : annotationsFor(original, read),
        at: original?.at ?? read.at,
      });
    }
  }
  return use(scope, node, { kind: "object", fields });
}

/** Tags of the original do not apply to a value of another type; its description applies if there is no other. */
function annotationsFor({ annotations }: Field, read: TypeUse): Annotations {
  if (read.annotations.includes(annotations)) return annotations;
  const isDescribed = read.annotations.some(({ description }) => description !== "");
  return isDescribed ? noAnnotations : { ...noAnnotations, description: annotations.description };
}

/** Returns the result of `as` for a key: other names, or none if the field is omitted. Undefined if unknown. */
function namesFor(scope: Scope, node: ts.TypeNode | undefined, key: string): readonly string[] | undefined {
  if (node === undefined) return [key];
  const { type } = readType(scope, node);
  if (type.kind === "enum") return type.values.map(String);
  if (type.kind !== "invalid") {
    const hint = "After `as`, write literals: a template, Exclude, or a condition on the key.";
    refuse(scope, node, `${textOf(scope, node)} does not name the field that ${key} becomes`, hint);
  }
  return undefined;
}

function keyofTarget(node: ts.TypeNode): ts.TypeNode | undefined {
  return compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword
    ? node.type
    : undefined;
}

function isOptional({ questionToken }: ts.MappedTypeNode, original: boolean): boolean {
  if (questionToken === undefined) return original;
  return questionToken.kind !== compiler.SyntaxKind.MinusToken;
}
