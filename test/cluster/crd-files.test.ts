import { describe, expect, test } from "vitest";
import { readCrds } from "../../src/cluster/crd-files.js";
import { simpleCrd } from "../support/crds.js";
import { tempFolder } from "../support/temp-folder.js";

const crd = simpleCrd("example.com", "gadgets", "Gadget");

describe("the CRDs of a project", () => {
  test("are read in the order of their files, other files left out", () => {
    const other = simpleCrd("example.com", "apes", "Ape");
    const root = tempFolder({
      "config/crd/bases/b.yaml": JSON.stringify(crd),
      "config/crd/bases/a.yml": JSON.stringify(other),
      "config/crd/bases/README.md": "no CRD",
    });
    expect(readCrds(root)).toEqual([other, crd]);
  });

  test("contain those whose objects the operator migrates", () => {
    const previous = simpleCrd("old.example.com", "gadgets", "Gadget");
    const root = tempFolder({
      "config/crd/migrated/a.yaml": JSON.stringify(previous),
      "config/crd/bases/b.yaml": JSON.stringify(crd),
    });
    expect(readCrds(root)).toEqual([crd, previous]);
  });

  test.each<[string, Record<string, string>]>([
    ["there is no folder", {}],
    ["the folder holds none", { "config/crd/bases/.gitkeep": "" }],
  ])("that are missing because %s are asked for with what makes them", (_why, files) => {
    expect(() => readCrds(tempFolder(files))).toThrow(
      expect.objectContaining({
        code: "cluster/no-crds",
        hint: expect.stringContaining("npm run manifests") as string,
      }),
    );
  });

  test.each([
    "kind: ConfigMap\n",
    "- a\n",
    "just text\n",
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n",
  ])("that are something else are refused with the file: %j", (content) => {
    expect(() => readCrds(tempFolder({ "config/crd/bases/x.yaml": content }))).toThrow(
      expect.objectContaining({ code: "cluster/not-a-crd", at: { file: "config/crd/bases/x.yaml" } }),
    );
  });

  test("that are broken YAML are refused with the line", () => {
    expect(() => readCrds(tempFolder({ "config/crd/bases/x.yaml": "a: [\nb: c\n" }))).toThrow(
      expect.objectContaining({ code: "yaml/invalid", at: expect.objectContaining({ line: 2 }) as object }),
    );
  });
});
