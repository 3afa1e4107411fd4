/**
 * TypeScript reduced to what it says, so that two spellings of the same code compare equal: without comments, white
 * space, semicolons and trailing commas, and with one kind of quotes. A formatter may have been at work in between.
 */
export function reduceCode(code: string): string {
  let reduced = "";
  for (const { 0: token } of code.matchAll(tokens)) {
    if (token.startsWith("//") || token.startsWith("/*") || /^[\s;]/.test(token)) continue;
    if (/^['"`]/.test(token)) {
      const text = token.slice(1, -1);
      reduced += token.startsWith("`") && text.includes("${") ? token : `"${text.replaceAll('\\"', '"')}"`;
      continue;
    }
    if (/^[)\]}]/.test(token)) reduced = reduced.replace(/,$/, "");
    // Words that stand side by side need something between them.
    reduced += /\w$/.test(reduced) && /^\w/.test(token) ? ` ${token}` : token;
  }
  return reduced;
}

const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|\s+|;|[\w$]+|[\s\S]/g;
