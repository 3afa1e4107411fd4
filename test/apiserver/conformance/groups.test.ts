import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groups, specsOf } from "./groups.js";
import { readReport, showResults } from "./report.js";

const page = readFileSync(new URL("../../../docs/reference/apiserver.md", import.meta.url), "utf8");

test("the documentation lists the specs that do not run, with the reason", () => {
  const rows = Object.values(groups).flatMap(({ sig, impossible }) =>
    Object.entries(impossible).map(([spec, reason]) => `| \`sig-${sig}\` | ${spec} | ${reason} |`),
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("the specs of a group have its name, and those that do not run are left out by their text", () => {
  const group = { sig: "auth", isConformance: true, impossible: { "[Alpha] a+b": "why" }, withAgnhost: ["served"] };
  const conformance = String.raw`\[Conformance\]`;
  const skip = String.raw`\[Alpha\] a\+b`;
  const focus = String.raw`\[sig-auth\].*` + conformance;
  expect(specsOf(group, true)).toEqual({ focus, skip });
  expect(specsOf(group, false)).toEqual({ focus, skip: `${skip}|served` });
  const others = { focus: String.raw`\[sig-auth\]`, skip: `${skip}|${conformance}` };
  expect(specsOf({ ...group, isConformance: false }, true)).toEqual(others);
});

test("a report is read: specs that ran, with the message of those that failed", () => {
  const spec = { ContainerHierarchyTexts: ["[sig-apps] Job"], LeafNodeType: "It", RunTime: 2e9 };
  const reports = [
    { ...spec, LeafNodeText: "passes", State: "passed" },
    { ...spec, LeafNodeText: "fails", State: "failed", Failure: { Message: "timed out\nsecond line" } },
    { ...spec, LeafNodeText: "does not run", State: "skipped" },
    { LeafNodeType: "BeforeSuite", LeafNodeText: "", State: "passed", RunTime: 0 },
  ];
  const specs = readReport(JSON.stringify([{ SpecReports: reports }, {}]));
  expect(specs.map(({ state }) => state)).toEqual(["passed", "failed"]);
  expect(showResults("apps", specs)).toBe(
    "failed after 2 s: [sig-apps] Job fails: timed out second line\napps: 1 of 2 pass\n",
  );
});
