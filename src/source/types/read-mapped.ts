import type ts from "typescript";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../../model/annotations.js";
import type { Field, TypeUse } from "../../model/type-model.js";
import { fieldsOf } from "./fields.js";
import { readMapOf } from "./read-map.js";
import { readType } from "./read-type.js";
import { type Scope, type TypeReader, use, within } from "./reader.js";

/** `{ [K in Keys]?: T }`: a field for each literal of Keys, or a map where Keys is string. */
export function readMapped(reader: TypeReader, scope: Scope, node: ts.MappedTypeNode): TypeUse {
  const { constraint } = node.typeParameter;
  if (constraint === undefined || node.type === undefined) return use(scope, node, { kind: "invalid" });
  const source = keyofTarget(constraint);
  const fields = source === undefined ? undefined : fieldsOf(readType(reader, scope, source).type);
  const keys = fields === undefined ? readType(reader, scope, constraint) : undefined;
  const names = fields?.map(({ name }) => name) ?? (keys?.type.kind === "enum" ? keys.type.values.map(String) : []);
  if (names.length === 0) return readMapOf(reader, scope, node, constraint, node.type);
  const valueOf = node.type;
  return use(scope, node, {
    kind: "object",
    fields: names.map((name): Field => {
      const original = fields?.find((field) => field.name === name);
      const key = use(scope, constraint, { kind: "enum", values: [name] });
      const parameters = new Map([...scope.parameters, [node.typeParameter.name.text, key]]);
      const read = readType(reader, within({ ...scope, parameters }, `.${name}`), valueOf);
      return {
        name,
        optional: isOptional(node, original?.optional ?? false),
        use: read,
        annotations: original?.annotations ?? noAnnotations,
        at: original?.at ?? read.at,
      };
    }),
  });
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
