/** Variables of a Dockerfile, by name. */
export type Variables = ReadonlyMap<string, string>;

const variable = String.raw`\$(?:\{([^{}$]*)\}|([A-Za-z_]\w*))`;
const inWord = new RegExp(String.raw`'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|${variable}`, "gs");
const inQuotes = new RegExp(String.raw`\\(["\\$])|${variable}`, "gs");

/**
 * Expands a word of a Dockerfile: quotes, escapes, and the variables `$NAME`, `${NAME}`, `${NAME:-default}` and
 * `${NAME:+value}` (docs.docker.com/reference/dockerfile, Environment replacement). A variable without a value is empty.
 *
 * @returns undefined for another form of `${…}`
 */
export function expandWord(text: string, variables: Variables): string | undefined {
  const unknown: string[] = [];
  const valueOf = (braced: string | undefined, plain: string | undefined): string => {
    if (plain !== undefined) return variables.get(plain) ?? "";
    const [, name = "", operator, word = ""] = /^([A-Za-z_]\w*)(?::([-+])(.*))?$/s.exec(braced ?? "") ?? [];
    if (name === "") unknown.push(braced ?? "");
    const value = variables.get(name) ?? "";
    if (operator === "-") return value === "" ? word : value;
    if (operator === "+") return value === "" ? "" : word;
    return value;
  };
  const result = text.replaceAll(
    inWord,
    (_, single?: string, double?: string, escaped?: string, braced?: string, plain?: string) => {
      if (double !== undefined) {
        return double.replaceAll(
          inQuotes,
          (__, character?: string, ...names: (string | undefined)[]) => character ?? valueOf(names[0], names[1]),
        );
      }
      return single ?? escaped ?? valueOf(braced, plain);
    },
  );
  return unknown.length === 0 ? result : undefined;
}
