import { expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import { renderCase } from "./compare.js";
import { refusedCases } from "./refused/index.js";

test.each(Object.entries(refusedCases))("rejects %s", (_, { code, says, ...each }) => {
  const refusal = refusalOf(() => renderCase(each));
  expect({ code: refusal.code, text: textOf(refusal) }).toEqual({
    code,
    text: expect.stringContaining(says) as string,
  });
  expect(hintsOf(refusal).every((hint) => hint !== undefined && hint !== "")).toBe(true);
});

function refusalOf(action: () => unknown): TsopError {
  try {
    action();
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

function textOf({ message, diagnostics }: TsopError): string {
  return [message, ...diagnostics.map((each) => each.message)].join("\n");
}

function hintsOf({ hint, diagnostics }: TsopError): (string | undefined)[] {
  return diagnostics.length > 0 ? diagnostics.map((each) => each.hint) : [hint];
}
