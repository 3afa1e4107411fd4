import { expect, test } from "vitest";
import { runManifests } from "../support/manifest-cases.js";

function bar(fields: number, description: string, tag = ""): ReturnType<typeof runManifests> {
  const spec = Array.from({ length: fields }, (_, index) => `/** ${description} */\nfield${index}?: string;`).join(
    "\n",
  );
  return runManifests({
    "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
/** ${tag} */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec?: {
${spec}
} }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
  });
}

test("a CRD that kubectl apply cannot install is pointed out", () => {
  const { diagnostics } = bar(2000, "x".repeat(150));
  expect(diagnostics).toMatchObject([
    { code: "crd/too-large", severity: "warning", message: expect.stringContaining("--server-side") as string },
  ]);
});

test("a CRD that etcd does not take is an error", () => {
  expect(bar(2000, "x".repeat(1500)).diagnostics).toMatchObject([{ code: "crd/too-large", severity: "error" }]);
});

test("a shorter description helps", () => {
  expect(bar(2000, "x".repeat(1500), "@maxDescLen 0").diagnostics).toEqual([]);
});
