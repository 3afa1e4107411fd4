/** The names that pages write as code, and the places that explain them: commands, tags, error codes, metrics, the API. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { toAnchor } from "../src/core/documentation.js";
import { generatedFolder } from "./pages.js";
import { addressOf } from "./navigation.js";

/** Addresses in the site, by name. */
export type References = ReadonlyMap<string, string>;

/** The pages with a heading for each command, and for each error code. */
const headingPages: readonly string[] = ["docs/reference/cli.md", "docs/reference/errors.md"];

/** The pages whose tables define a name in the first cell of each row. The site gives these rows anchors. */
export const tablePages: readonly string[] = [
  "docs/reference/tags.md",
  "docs/reference/metrics.md",
  "docs/reference/configuration.md",
];

/** Reads the references from the pages of a repository, and from the generated pages of the API if they exist. */
export function readReferences(root: string): References {
  const text = (page: string): string => readFileSync(path.join(root, page), "utf8");
  return new Map([
    ...readApi(path.join(root, generatedFolder)),
    ...tablePages.flatMap((page) => rowReferences(text(page), addressOf(page))),
    ...headingPages.flatMap((page) => headingReferences(text(page), addressOf(page))),
  ]);
}

/** Returns the anchor of a row. */
export function rowAnchor(name: string): string {
  return name.replaceAll(/\s+/g, "-");
}

/** Returns the names in the first cells of a page's tables. All names of a row refer to the anchor of the first. */
export function rowReferences(markdown: string, address: string): [string, string][] {
  return markdown.split("\n").flatMap((line): [string, string][] => {
    const [, cell = ""] = /^\| (`[^|]*) \|/.exec(line) ?? [];
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const [first = ""] = names;
    return names.map((name) => [name, `${address}#${rowAnchor(first)}`]);
  });
}

/** Returns the headings that are a command, or code. */
export function headingReferences(markdown: string, address: string): [string, string][] {
  return [...markdown.matchAll(/^#{2,3} (?:`([^`]+)`|(tsop [a-z -]+))$/gm)].map(([, code, command = ""]) => {
    const name = code ?? command;
    return [name, `${address}#${toAnchor(name)}`];
  });
}

/** The modules whose names are worth a link. Those of `tsop/k8s/*` are too many and too common. */
const apiModules = ["tsop", "tsop/testing", "tsop/migrate", "tsop/apiserver", "tsop/client-node", "tsop/plugin"];
/** If a type and a value share a name, the last of these folders wins. */
const apiFolders = ["variables", "type-aliases", "interfaces", "classes", "functions"];

function readApi(generated: string): [string, string][] {
  return apiFolders.flatMap((kind) =>
    apiModules.flatMap((module) => {
      const folder = path.join(generated, "reference/api", module, kind);
      const files = existsSync(folder) ? readdirSync(folder) : [];
      return files.map((file): [string, string] => {
        const name = file.replace(/\.md$/, "");
        return [name, `/reference/api/${module}/${kind}/${name}`];
      });
    }),
  );
}

/** Returns the address that explains a piece of code, or undefined. */
export function findReference(references: References, code: string): string | undefined {
  const words = code.split(" ");
  if (words[0] === "npx") words.shift();
  if (words[0] === "tsop")
    return references.get(words.slice(0, 3).join(" ")) ?? references.get(words.slice(0, 2).join(" "));
  const [, called] = /^(?:new )?([A-Za-z]\w*)\(.*\)$/s.exec(code) ?? [];
  if (called !== undefined) return references.get(called);
  if (/^@[a-z]/i.test(code)) return references.get(words[0] ?? "");
  // A plain word, such as `field`, is more often a word than a function of that name.
  return /^[a-z]+$/.test(code) ? undefined : references.get(code);
}
