/** A phrase that the prose linter rejects. */
export interface Phrase {
  /** The phrase as the glossary has it; `…` is one to three words. */
  readonly phrase: string;
  /** The glossary's term to write instead. */
  readonly term: string;
}

/** A rejected phrase and its position in a text. */
export interface Finding extends Phrase {
  /** The line, from 1. */
  readonly line: number;
}

/**
 * Reads the rejected phrases from the tables `| term | meaning | not |` of the glossary: the code in the third column.
 *
 * @param glossary - the Markdown of docs/contributing/glossary.md
 * @throws Error if the glossary has no such phrase
 */
export function readPhrases(glossary: string): Phrase[] {
  const tables = glossary.split(/^\| term \| meaning \| not \|$/m).slice(1);
  const rows = tables.flatMap((table) => [...table.matchAll(/^\| (.+?) \| .+ \| (.*`.*)\|$/gm)]);
  const phrases = rows.flatMap(([, term = "", not = ""]) =>
    [...not.replaceAll(/\([^)]*\)/g, "").matchAll(/`([^`]+)`/g)].map(([, phrase = ""]) => ({ phrase, term })),
  );
  if (phrases.length === 0) throw new Error("the glossary has no table of terms and the phrases that they replace");
  return phrases;
}

/**
 * Finds the rejected phrases in a text. Case does not matter, and a phrase can continue on the next line. A question can
 * contain `what is`.
 *
 * @param prose - the text, in which everything but prose is blank
 */
export function findPhrases(prose: string, phrases: readonly Phrase[]): Finding[] {
  const found = phrases.flatMap(({ phrase, term }) =>
    [...prose.matchAll(patternOf(phrase))]
      .filter(({ index }) => !(phrase.startsWith("what ") && isInQuestion(prose, index)))
      .map(({ index }) => ({ phrase, term, line: lineAt(prose, index) })),
  );
  return found.sort((a, b) => a.line - b.line);
}

function patternOf(phrase: string): RegExp {
  const words = phrase.split(" ").map((word) => (word === "…" ? String.raw`\w+(?:[^\S\0]+\w+){0,2}` : word));
  return new RegExp(String.raw`\b${words.join(String.raw`\s+`)}\b`, "gi");
}

/** Returns whether the sentence at an index ends with a question mark. */
function isInQuestion(prose: string, index: number): boolean {
  return /^[^.?!\0]{0,200}\?/.test(prose.slice(index, index + 201));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
