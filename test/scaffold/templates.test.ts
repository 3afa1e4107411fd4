import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { describe, expect, test } from "vitest";
import { folderViews, templateNames } from "../../src/scaffold/views.js";
import { compiler as ts } from "../../src/source/compiler.js";

const folder = fileURLToPath(new URL("../../templates/", import.meta.url));
const viewsFiles = ["views.ts", "extension/views.ts"].map((name) =>
  fileURLToPath(new URL(`../../src/scaffold/${name}`, import.meta.url)),
);

type Member = "value" | "list" | { readonly listOf: string };
type Use = { path: string; line: number; as: "value" | "if" | "each"; of: string };

/** The members of each interface of both files, and which of them are lists, of another interface or not. */
function readViews(): Map<string, Map<string, Member>> {
  const interfaces = viewsFiles.flatMap((file) =>
    ts
      .createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
      .statements.filter(ts.isInterfaceDeclaration),
  );
  const toMember = (type: string): Member => {
    const element = /^readonly (\w+)\[\]$/.exec(type)?.[1];
    const isView = interfaces.some(({ name }) => name.text === element);
    return element === undefined ? "value" : isView ? { listOf: element } : "list";
  };
  return new Map(
    interfaces.map((view) => [
      view.name.text,
      new Map(
        view.members.filter(ts.isPropertySignature).map((member) => {
          return [member.name.getText(), toMember(member.type?.getText() ?? "")] as const;
        }),
      ),
    ]),
  );
}

/** Every name that a template uses, with what it does with it. Handlebars' strict mode does not check `if` and `each`. */
function usesOf(name: string, view: string): Use[] {
  const uses: Use[] = [];
  const visit = (program: hbs.AST.Program, of: string): void => {
    for (const statement of program.body) {
      const line = statement.loc.start.line;
      if (statement.type === "MustacheStatement") {
        const { path: used, params } = statement as hbs.AST.MustacheStatement;
        expect(params, `${name}:${line} calls a helper`).toEqual([]);
        uses.push({ path: (used as hbs.AST.PathExpression).original, line, as: "value", of });
      } else if (statement.type === "BlockStatement") {
        const block = statement as hbs.AST.BlockStatement;
        const helper = block.path.original;
        expect(["if", "unless", "each"], `${name}:${line}`).toContain(helper);
        const [param] = block.params as hbs.AST.PathExpression[];
        const used = param?.original ?? "";
        uses.push({ path: used, line, as: helper === "each" ? "each" : "if", of });
        const member = views.get(of)?.get(used);
        visit(block.program, typeof member === "object" ? member.listOf : of);
        if ((block.inverse as hbs.AST.Program | undefined) !== undefined) visit(block.inverse, of);
      } else expect(["ContentStatement", "CommentStatement"], `${name}:${line}`).toContain(statement.type);
    }
  };
  visit(Handlebars.parse(readFileSync(path.join(folder, name), "utf8")), view);
  return uses;
}

const views = readViews();
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
const alone = Object.entries(templateNames).flatMap(([view, names]) => names.map((name) => ({ view, name })));
const inFolders = Object.entries(folderViews).flatMap(([parent, view]) =>
  files
    .filter((name) => name.startsWith(parent) && !alone.some((each) => each.name === name))
    .map((name) => ({ view, name })),
);
const named: readonly { readonly view: string; readonly name: string }[] = [...inFolders, ...alone];
const rendered = named.filter(({ name }) => name.endsWith(".hbs"));

describe("the templates", () => {
  test("are the files of the folder, no more and no less", () => {
    expect(named.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  test("end in .hbs or .raw, so that packing leaves none out", () => {
    expect(named.filter(({ name }) => !/\.(hbs|raw)$/.test(name))).toEqual([]);
  });

  test.each(rendered)("$name uses only what $view has", ({ name, view }) => {
    const wrong = usesOf(name, view).filter(({ path: used, as, of }) => {
      const member = views.get(of)?.get(used);
      if (used === "this") return false;
      return as === "each" ? member === undefined || member === "value" : member !== "value";
    });
    expect(wrong).toEqual([]);
  });

  test.each([...new Set(named.map(({ view }) => view))])("use everything of %s", (view) => {
    const uses = rendered.filter((each) => each.view === view).flatMap(({ name }) => usesOf(name, view));
    const used = new Set(uses.filter(({ of }) => of === view).map((use) => use.path));
    expect([...(views.get(view)?.keys() ?? [])].filter((member) => !used.has(member))).toEqual([]);
  });

  test("have no tabs, no trailing blanks and one line break at the end", () => {
    const untidy = named.filter(({ name }) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      return /\t|[ ]+\n|\r/.test(text) || !text.endsWith("\n") || text.endsWith("\n\n");
    });
    expect(untidy).toEqual([]);
  });
});
