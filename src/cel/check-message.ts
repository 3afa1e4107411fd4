/** Checks the construction of an object, like cel-go's checker does. */
import * as faults from "./check-faults.js";
import type { Expression, ExpressionFault, MessageExpression } from "./expression.js";
import type { MessageTypes } from "./messages.js";
import type { CelType } from "./types.js";

export interface MessageChecker {
  readonly fieldOf: MessageTypes | undefined;
  /** Returns the type of a value; for an optional field, of the value that the optional contains. */
  readonly given: (value: Expression, isOptional: boolean) => CelType;
  readonly fits: (wanted: CelType, given: CelType) => boolean;
  readonly refuse: (fault: ExpressionFault) => CelType;
}

export function checkMessage(node: MessageExpression, { fieldOf, given, fits, refuse }: MessageChecker): CelType {
  const name = node.type.replace(/^\./, "");
  if (fieldOf?.(name, "") === undefined) return refuse(faults.unknownMessage(node));
  for (const field of node.fields) {
    const type = given(field.value, field.isOptional);
    const wanted = fieldOf(name, field.name);
    if (wanted === undefined || wanted.kind === "error") refuse(faults.unknownMessageField(field, name));
    else if (!fits(wanted, type)) refuse(faults.wrongField(field, wanted, type));
  }
  return { kind: "object", name };
}
