import { beforeAll, describe, expect, test } from "vitest";
import { renameKind } from "../../src/commands/rename.js";
import { domain, group, kind, projectToRename, type Rename } from "../support/project-to-rename.js";
import { recordingContext } from "../support/recording-context.js";
import { problemsOf, refusalIn } from "../support/refusal.js";
import type { Files } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

let project: Files;
beforeAll(async () => {
  project = await projectToRename();
});

describe("a renamed kind", () => {
  test("follows its name in the user's own files, and nothing else does", async () => {
    const root = tempFolder(project);
    const { json, text } = await renameKind({ from: "Bar", to: "Widget" }, recordingContext({ cwd: root }));
    expect(filesOf(root)["src/uses.ts"]).toMatchInlineSnapshot(`
      "import * as api from "../api/v1/widget_types.js";
      import { Widget, type WidgetSpec as Wanted } from "../api/v1/widget_types.js";
      import { Widget as V2 } from "../api/v2/widget_types.js";
      import { BarSet } from "../api/v1/barset_types.js";

      export const kinds = { Bar: Widget, BarSet, other: V2 };
      export const owner = { apiVersion: "foo.abc.com/v1", kind: "Widget", name: "x", uid: "y" };
      export const foreign = { apiVersion: "other.example.com/v1", kind: "Bar", name: "x", uid: "y" };
      export function isBar(object: Widget | BarSet): object is Widget {
        return object.kind === "Widget";
      }
      export function newBar(spec: Wanted, metadata: { name: string }): api.Widget {
        return { apiVersion: "foo.abc.com/v1", kind: "Widget", metadata, spec };
      }
      // @rbac groups=foo.abc.com resources=widgets;widgets/status verbs=get
      export const text = "a Bar in a log";
      "
    `);
    const left = json["left"] as { at: { file: string; line: number }; text: string }[];
    expect(left.map(({ at, text: name }) => `${at.file}:${at.line} ${name}`)).toMatchInlineSnapshot(`
      [
        "README.md:3 Bar",
        "src/uses.ts:6 Bar",
        "src/uses.ts:8 Bar",
        "src/uses.ts:16 Bar",
      ]
    `);
    expect(text).toContain("check README.md:3: it still says Bar");
  });

  test("can be looked at first", async () => {
    const root = tempFolder(project);
    const { text, json } = await renameKind(
      { from: "Bar", to: "Widget", dryRun: true },
      recordingContext({ cwd: root }),
    );
    expect(text).toContain("config/crd/bases/foo.abc.com_widgets.yaml");
    expect(json).toMatchObject({ dryRun: true });
    expect(filesOf(root)).toEqual(project);
  });
});

describe("is rejected, and changes nothing", () => {
  const refusal = async (run: Rename, files: Files = project): Promise<string> => {
    const root = tempFolder(files);
    const before = filesOf(root);
    const problems = problemsOf(await refusalIn(root, () => run(root)));
    expect(filesOf(root)).toEqual(before);
    return problems
      .map(({ code, message, hint, at }) => `${at?.file ?? ""} ${code}: ${message} | ${hint ?? ""}`)
      .join("\n");
  };

  test.each<[string, Rename, RegExp]>([
    ["a kind that exists", kind("Bar", "BarSet"), /project\/resource-exists: foo\.abc\.com\/v1 BarSet is already/],
    ["an unknown kind", kind("Bra", "Widget"), /the project has no kind Bra \| Did you mean --from Bar\?/],
    ["no kind", kind("Bar", "my widget"), /is not a kind: .* \| --to MyWidget/],
    ["a reserved name", kind("Bar", "Manager"), /would not compile/],
    ["the same name", kind("Bar", "Bar"), /already has this name/],
    [
      "upper and lower case only",
      kind("BarSet", "BAR"),
      /differ only in upper and lower case|would both have the plural/,
    ],
    ["an unknown group", group("fo", "shop"), /defines no kind in the API group "fo" \| Did you mean --from foo\?/],
    ["an invalid group", group("foo", "a_b"), /is not an API group.*--to a-b/],
    ["an invalid domain", domain("Example Org"), /is not a domain.*--to/],
    ["the same domain", domain("abc.com"), /already is abc\.com/],
  ])("%s", async (_, run, wanted) => {
    expect(await refusal(run)).toMatch(wanted);
  });

  test("a name that a file of the kind uses for something else, with its place", async () => {
    const types = "api/v1/bar_types.ts";
    const files = { ...project, [types]: `${project[types] ?? ""}\nexport interface WidgetSpec {}\n` };
    expect(await refusal(kind("Bar", "Widget"), files)).toContain(
      "api/v1/bar_types.ts rename/name-taken: api/v1/bar_types.ts already uses the name WidgetSpec, which BarSpec would get",
    );
  });

  test("a kind whose types are missing", async () => {
    const files = Object.fromEntries(Object.entries(project).filter(([file]) => file !== "api/v1/bar_types.ts"));
    expect(await refusal(kind("Bar", "Widget"), files)).toMatch(
      /^PROJECT project\/types-missing: PROJECT lists foo\.abc\.com\/v1 Bar, but api\/v1\/bar_types\.ts does not exist \| .*tsop delete api --group foo --version v1 --kind Bar/,
    );
  });

  test("a target file that exists", async () => {
    expect(await refusal(kind("Bar", "Widget"), { ...project, "controllers/widget_controller.ts": "mine\n" })).toMatch(
      /controllers\/widget_controller\.ts scaffold\/collision/,
    );
  });

  test("sources with errors", async () => {
    const types = "api/v1/bar_types.ts";
    expect(
      await refusal(kind("Bar", "Widget"), { ...project, [types]: `${project[types] ?? ""}const = 1;\n` }),
    ).toMatch(/api\/v1\/bar_types\.ts source\/syntax/);
  });
});
