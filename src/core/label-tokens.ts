export interface SelectorToken {
  readonly type: "identifier" | "operator" | "!" | "(" | ")" | "," | "end" | "error";
  readonly text: string;
}

const special = new Set(["=", "!", "(", ")", ",", ">", "<"]);
const symbols = new Set(["=", "==", "!=", "!", "(", ")", ",", ">", "<"]);
const isSpace = /[ \t\r\n]/;

/** Whether `in` and `notin` are words or operators is for the parser to say: they are identifiers here. */
export function scanSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  let position = 0;
  while (position < text.length) {
    const letter = text.charAt(position);
    if (isSpace.test(letter)) {
      position += 1;
      continue;
    }
    const end = special.has(letter) ? endOfSymbol(text, position) : endOfWord(text, position);
    const word = text.slice(position, end);
    tokens.push(tokenOf(word, special.has(letter)));
    position = end;
  }
  return tokens;
}

function tokenOf(text: string, isSymbol: boolean): SelectorToken {
  if (!isSymbol) return { type: "identifier", text };
  if (text === "!" || text === "(" || text === ")" || text === ",") return { type: text, text };
  return { type: "operator", text };
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && !special.has(text.charAt(end)) && !isSpace.test(text.charAt(end))) end += 1;
  return end;
}

/** The longest symbol that begins here. */
function endOfSymbol(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && symbols.has(text.slice(start, end + 1))) end += 1;
  return end;
}
