/** Reads `T extends U ? A : B` if T consists of literals: only the compiler could evaluate other conditions. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { TypeUse, Literal } from "../../model/type-model.js";
import { joinTypes } from "./read-union.js";
import { invalid, readType, refuse, type Scope, textOf } from "./reader.js";

/** Evaluates a condition like the compiler does: a bare parameter literal by literal, and anything else as a whole. */
export function readConditional(scope: Scope, node: ts.ConditionalTypeNode): TypeUse {
  const checked = readType(scope, node.checkType);
  if (checked.type.kind === "invalid") return invalid(scope, node);
  const accepts = acceptedBy(scope, node.extendsType);
  if (checked.type.kind !== "enum" || accepts === undefined) {
    const hint = "Write the type out: tsop evaluates only conditions on literals.";
    return refuse(scope, node, `${textOf(scope, node)} has no schema`, hint);
  }
  const { values } = checked.type;
  const branch = (isMet: boolean, inner: Scope): TypeUse => readType(inner, isMet ? node.trueType : node.falseType);
  const parameter = parameterOf(scope, node.checkType);
  if (parameter === undefined) return branch(values.every(accepts), scope);
  const results = values.map((value) => {
    const one = { ...checked, type: { kind: "enum", values: [value] } } as const;
    return branch(accepts(value), { ...scope, parameters: new Map([...scope.parameters, [parameter, one]]) });
  });
  return joinTypes(scope, node, results);
}

function parameterOf({ parameters }: Scope, node: ts.TypeNode): string | undefined {
  if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) return undefined;
  return parameters.has(node.typeName.text) ? node.typeName.text : undefined;
}

/** Returns a filter for the literals that belong to the type, or undefined if unknown. */
function acceptedBy(scope: Scope, node: ts.TypeNode): ((value: Literal) => boolean) | undefined {
  if (containsInfer(node)) return undefined;
  const { type } = readType(scope, node);
  switch (type.kind) {
    case "enum":
      return (value) => type.values.includes(value);
    case "string":
    case "boolean":
      return (value) => typeof value === type.kind;
    case "number":
      return (value) => typeof value === "number" || typeof value === "bigint";
    case "any":
      return () => true;
    case "text": {
      const pattern = new RegExp(type.pattern);
      return (value) => typeof value === "string" && pattern.test(value);
    }
    default:
      return undefined;
  }
}

function containsInfer(node: ts.Node): boolean {
  return compiler.isInferTypeNode(node) || compiler.forEachChild(node, (child) => containsInfer(child)) === true;
}
