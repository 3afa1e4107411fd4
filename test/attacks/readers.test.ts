/** Each module that parses untrusted text is measured, or is listed with the reason why it is not. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { measured } from "./readers/measured.js";
import { constantPatterns, measuredElsewhere, ownCode, ownTexts, passOn, readByNode } from "./readers/registry.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const codeOf = (file: string): string =>
  readFileSync(path.join(root, file), "utf8").replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
const listed = [
  ...Object.keys({ ...measured, ...measuredElsewhere }),
  ...[...readByNode, ...constantPatterns, ...passOn, ...ownCode, ...ownTexts],
];

/** The signs in its code that a module parses text. */
const signs: readonly RegExp[] = [
  /\bJSON\.parse\(|\breadJson\(/,
  /^import \{(?!\s*type\b[^,}]*\}).*\} from "(?:yaml|re2js|@balena\/dockerignore|ignore)"/m,
  // Not where the pattern is a literal.
  /\bnew RegExp\(\s*(?:[^"'`/\s]|`[^`]*\$\{)/,
  /^export (?:async )?function (?:parse|read|decode|tokenize|scan|split)\w*(?:<[^(]*>)?\(\s*\w+: (?:string|Buffer|Uint8Array)\b/m,
];

test("a module that parses text is measured, or is listed with the reason why it is not", () => {
  const modules = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("k8s/"));
  const readers = modules.filter((file) => signs.some((sign) => sign.test(codeOf(`src/${file}`))));
  expect(readers.length).toBeGreaterThan(100);
  expect(readers.filter((file) => !listed.includes(file))).toEqual([]);
});

test("the lists name modules that exist, each once", () => {
  expect(listed.filter((file, at) => listed.indexOf(file) !== at)).toEqual([]);
  expect(() => listed.forEach((file) => codeOf(`src/${file}`))).not.toThrow();
});

test.each(Object.entries(measuredElsewhere))("%s is measured in %s", (module, file) => {
  const test = codeOf(`test/${file}`);
  expect(test).toContain("expectLinear(");
  expect(test).toContain(`src/${module.replace(/\.ts$/, ".js")}"`);
});
