/** Reads the webhooks that the code of an operator registers. */
import type { ts } from "ts-morph";
import type { Report } from "../../core/diagnostic.js";
import type { ConversionModel, WebhookModel, WebhookOperation, WebhooksModel } from "../../model/webhooks.js";
import { noWebhooks } from "../../model/webhooks.js";
import { compiler } from "../compiler.js";
import { locateNode, type ParsedFile } from "../parsed-file.js";
import { kindsOfExpression } from "../permissions/expression-kinds.js";
import { type FoundKinds, kindsOfType, textsOfType } from "../permissions/type-kinds.js";
import { calledName, type Code, valuesOf, withoutType } from "../permissions/values-of.js";
import { findWebhookCalls, mayServe, type WebhookCall } from "./calls.js";
import { HandlerTags } from "./handler-tags.js";
import { declarationsOf, methodsOf } from "./handlers.js";

/** @param open - returns the code of at least the files that may register webhooks */
export function readWebhooks(files: readonly ParsedFile[], open: () => Code, report: Report): WebhooksModel {
  const tags = new HandlerTags(files, report);
  const serving = files.filter(({ ast }) => mayServe(ast.text));
  if (serving.length === 0 && tags.isEmpty) return noWebhooks;
  const found = serving.flatMap((file) => findWebhookCalls(open(), file.ast).map((call) => ({ file, call })));
  const admissions = found.flatMap(({ file, call }) => readAdmission(open(), file, call, tags));
  const conversions = found.flatMap(({ file, call }) => readConversion(open(), file, call));
  tags.checkUnclaimed();
  return { admissions, conversions, configurations: tags.configurations };
}

function readAdmission(code: Code, file: ParsedFile, use: WebhookCall, tags: HandlerTags): WebhookModel[] {
  const { takes, call, name } = use;
  if (takes === "conversion") return [];
  const [first, second] = call.arguments;
  const handler = takes === "any" ? second : first;
  // The code does not compile.
  if (handler === undefined) return [];
  const said = { handler: takes, at: locateNode(file, name), why: explain(call, file.ast) };
  const model: Omit<WebhookModel, "kind"> = {
    ...said,
    operations: operationsOf(code, takes, handler),
    path: takes === "any" ? textOf(code, first) : pathOf(code, second),
    tags: tags.of(file, [call, ...declarationsOf(code, handler)], (source) => code.fileOf(source)),
  };
  if (takes === "any") return [{ ...model, kind: undefined }];
  const { kinds, isOpen } = use.kinds;
  return [...kinds.map((kind) => ({ ...model, kind })), ...(isOpen ? [{ ...model, kind: undefined }] : [])];
}

const operations: Readonly<Record<string, WebhookOperation>> = {
  validateCreate: "CREATE",
  validateUpdate: "UPDATE",
  validateDelete: "DELETE",
};

function operationsOf(code: Code, takes: WebhookModel["handler"], handler: ts.Expression): WebhookModel["operations"] {
  // As in controller-runtime, an object that is being deleted gets no defaults.
  if (takes === "defaulter") return ["CREATE", "UPDATE"];
  if (takes === "any") return undefined;
  return methodsOf(code, handler, Object.keys(operations))?.flatMap((method) => operations[method] ?? []);
}

/** Reads the path from the options of a handler. */
function pathOf(code: Code, options: ts.Expression | undefined): WebhookModel["path"] {
  if (options === undefined) return { kind: "default" };
  const written = withoutType(options);
  const [value, ...others] = compiler.isObjectLiteralExpression(written) ? [written] : (valuesOf(code, written) ?? []);
  if (value === undefined || others.length > 0 || !compiler.isObjectLiteralExpression(value))
    return { kind: "unknown" };
  const property = value.properties.find(({ name: key }) => key !== undefined && key.getText() === "path");
  if (property !== undefined && compiler.isPropertyAssignment(property)) return textOf(code, property.initializer);
  if (property !== undefined && compiler.isShorthandPropertyAssignment(property)) return textOf(code, property.name);
  return value.properties.some((each) => compiler.isSpreadAssignment(each)) ? { kind: "unknown" } : { kind: "default" };
}

function textOf(code: Code, expression: ts.Expression | undefined): WebhookModel["path"] {
  const texts = expression === undefined ? [] : textsOfType(code.checker.getTypeAtLocation(expression));
  const [text] = texts;
  return text !== undefined && texts.length === 1 ? { kind: "said", text } : { kind: "unknown" };
}

function readConversion(code: Code, file: ParsedFile, use: WebhookCall): ConversionModel[] {
  const { takes, call, name, kinds } = use;
  if (takes !== "conversion") return [];
  const spokes = call.arguments.map((argument) => spokeKinds(code, argument));
  const isKnown = spokes.every(({ isOpen }) => !isOpen);
  return kinds.kinds.map((hub) => ({
    hub,
    spokes: isKnown ? spokes.flatMap((each) => each.kinds) : undefined,
    why: explain(call, file.ast),
    at: locateNode(file, name),
  }));
}

/**
 * Returns the kinds of a spoke. Its type has its version, unless the spoke is declared as generic; then the call that created
 * it has.
 */
function spokeKinds(code: Code, spoke: ts.Expression): FoundKinds {
  if (compiler.isSpreadElement(spoke)) return { kinds: [], isOpen: true };
  const byType = kindsOfType(code.checker, code.checker.getTypeAtLocation(spoke), spoke);
  if (!byType.isOpen) return byType;
  const [made] = valuesOf(code, withoutType(spoke)) ?? [];
  const call = withoutType(made ?? spoke);
  const isMade = compiler.isCallExpression(call) && calledName(call.expression)?.text === "spoke";
  const version = isMade ? call.arguments[0] : undefined;
  return version === undefined ? byType : kindsOfExpression(code, version);
}

function explain(call: ts.CallExpression, source: ts.SourceFile): string {
  const name = calledName(call.expression)?.text ?? "";
  const text = call.arguments.map((argument) => argument.getText(source).replaceAll(/\s+/g, " ")).join(", ");
  return `${name}(${text.length > longestArgument ? "…" : text})`;
}

const longestArgument = 60;
