/** Answers the scripts of the shells: `tsop __complete SHELL CURRENT WORDS…`. */
import { declarations } from "../declared/all.js";
import type { Flags } from "../declared/flags.js";
import type { Context } from "../context.js";
import { type Candidate, complete, type Values } from "./candidates.js";
import { valuesIn } from "./find-values.js";

/**
 * Returns one line for each completion: the word, and after a tab its help. A line `:files` or `:folders` requests
 * paths from the shell. Returns an empty text if something prevents the completion, because a shell shows errors in the
 * middle of the user's command line.
 *
 * @param args - the shell, `=` and the word under the cursor, and the words between `tsop` and that word
 */
export async function answerCompletion(
  args: readonly string[],
  globals: Flags,
  context: Pick<Context, "cwd" | "env">,
): Promise<string> {
  const [shell = "", current = "", ...before] = args;
  const line = [...before, current.replace(/^=/, "")];
  const { words, start } = shell === "bash" ? joinBroken(line) : { words: line, start: 0 };
  try {
    const values = await complete(words, { declarations, globals, findValues: valuesIn(context) });
    return print(values, start);
  } catch {
    return "";
  }
}

/**
 * Joins the words that bash breaks at `=` and `:`. Bash replaces only the last part of the word, so the completions
 * must begin there: at `start`.
 */
export function joinBroken(words: readonly string[]): { readonly words: string[]; readonly start: number } {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isBreak = word === "=" || word === ":";
    if (joined.length > 0 && (isBreak || isOpen)) joined.push(`${joined.pop() ?? ""}${word}`);
    else joined.push(word);
    isOpen = isBreak;
  }
  const last = words.at(-1) ?? "";
  const replaced = last === "=" || last === ":" ? "" : last;
  return { words: joined, start: (joined.at(-1) ?? "").length - replaced.length };
}

function print(values: Values, start: number): string {
  if (typeof values === "string") return `:${values}\n`;
  const unique = new Map(values.map((each) => [each.value, each]));
  return [...unique.values()].map((each) => printCandidate(each, start)).join("");
}

function printCandidate({ value, help = "" }: Candidate, start: number): string {
  return `${value.slice(start)}\t${help.replaceAll(/\s+/g, " ")}\n`;
}
