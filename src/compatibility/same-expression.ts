/** Compares CEL expressions by their tokens: blanks and comments do not matter. */
import { isList } from "../core/json.js";
import { tokenize } from "../cel/tokens.js";

export function isSameExpression(left: string, right: string): boolean {
  const [first, second] = [tokenize(left), tokenize(right)];
  if (!isList(first) || !isList(second) || first.length !== second.length) return false;
  return first.every((token, index) => token.text === second[index]?.text);
}
