import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findReference, headingReferences, readReferences, rowReferences } from "../../site/references.js";

const references = new Map([
  ["tsop create api", "/cli#tsop-create-api"],
  ["tsop deploy", "/cli#tsop-deploy"],
  ["@minimum", "/tags#@minimum"],
  ["cluster/forbidden", "/errors#cluster/forbidden"],
  ["createManager", "/api/createManager"],
  ["done", "/api/done"],
  ["Manager", "/api/Manager"],
]);

describe("the reference of", () => {
  test.each([
    ["tsop deploy", "/cli#tsop-deploy"],
    ["tsop deploy --diff", "/cli#tsop-deploy"],
    ["npx tsop create api --group apps", "/cli#tsop-create-api"],
    ["@minimum", "/tags#@minimum"],
    ["@minimum 1", "/tags#@minimum"],
    ["cluster/forbidden", "/errors#cluster/forbidden"],
    ["createManager", "/api/createManager"],
    ["createManager()", "/api/createManager"],
    ["createManager({ name: 'x' })", "/api/createManager"],
    ["new Manager()", "/api/Manager"],
    ["done()", "/api/done"],
  ])("%s", (code, address) => {
    expect(findReference(references, code)).toBe(address);
  });

  test.each(["done", "tsop", "tsop create", "tsop nothing", "@types/node", "@", "manager.createManager", "true", ""])(
    "%j: none",
    (code) => {
      expect(findReference(references, code)).toBeUndefined();
    },
  );
});

test("all names of a row lead to its first", () => {
  const markdown = "| tag | on |\n|---|---|\n| `@min`, `@minimum` (alias) | `@no` |\n| plain | x |\n| `a b` | x |";
  expect(rowReferences(markdown, "/tags")).toEqual([
    ["@min", "/tags#@min"],
    ["@minimum", "/tags#@min"],
    ["a b", "/tags#a-b"],
  ]);
});

test("headings name commands and codes", () => {
  const markdown =
    "## tsop create api\n\n## Exit status\n### `cluster/forbidden`\n## tsop docker-build\n## Use `x` here";
  expect(headingReferences(markdown, "/a")).toEqual([
    ["tsop create api", "/a#tsop-create-api"],
    ["cluster/forbidden", "/a#clusterforbidden"],
    ["tsop docker-build", "/a#tsop-docker-build"],
  ]);
});

test("the pages of the repository have references", () => {
  const found = readReferences(fileURLToPath(new URL("../../", import.meta.url)));
  expect(found.get("tsop migrate-storage")).toBe("/reference/cli#tsop-migrate-storage");
  expect(found.get("@minimum")).toBe("/reference/tags#@minimum");
  expect(found.get("cluster/forbidden")).toBe("/reference/errors#clusterforbidden");
  expect(found.get("workqueue_depth")).toBe("/reference/metrics#workqueue_depth");
  expect(found.get("KUBEBUILDER_ASSETS")).toBe("/reference/configuration#KUBEBUILDER_ASSETS");
});
