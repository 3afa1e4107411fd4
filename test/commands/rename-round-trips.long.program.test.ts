/** `tsop rename` in a whole project, and back. */
import { expect, test } from "vitest";
import { kindsOf } from "../support/edit-project.js";
import { domain, expectWhole, group, kind, projectToRename, type Rename } from "../support/project-to-rename.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await projectToRename();

test.each<[string, Rename, Rename]>([
  ["a kind", kind("Bar", "Widget"), kind("Widget", "Bar")],
  ["a kind whose name is part of another", kind("BarSet", "Box"), kind("Box", "BarSet")],
  ["a group", group("foo", "shop"), group("shop", "foo")],
  ["the domain", domain("example.org"), domain("abc.com")],
])(
  "%s: the renamed project compiles, its manifests are up to date, and the way back gives the same bytes",
  async (_, there, back) => {
    const root = tempFolder(project);
    await there(root);
    const after = await expectWhole(root);
    expect(kindsOf(root).length).toBeGreaterThan(5);
    expect(after).not.toEqual(project);
    await back(root);
    expect(filesOf(root)).toEqual(project);
  },
);
