import { expect, test } from "vitest";
import { parseFile } from "../../src/source/parsed-file.js";
import { readPrograms } from "../../src/source/read-programs.js";
import type { SourceHost } from "../../src/source/source-host.js";

const types = `
import { type CustomResource, defineKind } from "tsop";
export interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
  spec: { size: string };
}
export const Reading = defineKind<Reading>("metrics.abc.com/v1", "Reading");
`;

/** Both programs call the client, so that both have a checker. */
const sources: Readonly<Record<string, string>> = {
  "api/v1/reading_types.ts": types,
  "src/pods.ts": `
import type { Client } from "tsop";
import { Pod } from "tsop/k8s/core/v1";
export const pods = (client: Client) => client.list(Pod);
`,
  "main.ts": `import { pods } from "./src/pods.js";\nexport const run = pods;\n`,
  "apiserver.ts": `
import type { Client } from "tsop";
import { Reading } from "./api/v1/reading_types.js";
import { pods } from "./src/pods.js";
export const run = (client: Client) => [pods(client), client.list(Reading)];
`,
};

function read(files: Readonly<Record<string, string>>, definitions?: string) {
  const host: SourceHost = {
    files: () => Object.keys(files).filter((file) => file !== "apiserver.ts"),
    serverFiles: () => ["apiserver.ts"],
    read: (file) => files[file],
  };
  const parsed: string[] = [];
  const parse: typeof parseFile = (file, text) => {
    parsed.push(file);
    return parseFile(file, text);
  };
  return { parsed, programs: readPrograms({ root: "/project", host, definitions, parse }) };
}

test("parses each file once, although both programs contain it", () => {
  const { parsed, programs } = read(sources, "apiserver/definitions");
  expect(programs.operator.model.permissions).toHaveLength(1);
  expect(programs.server?.model.permissions).toHaveLength(2);
  expect(parsed).toContain("src/pods.ts");
  expect(parsed).toContain("/tsop.d.ts");
  expect(parsed.filter((file, index) => parsed.indexOf(file) !== index)).toEqual([]);
});

test("reports an error that both programs contain once", () => {
  const { programs } = read({ ...sources, "src/pods.ts": "export const pods = (" }, "apiserver/definitions");
  expect(programs.diagnostics.map(({ code, at }) => [code, at?.file])).toEqual([["source/syntax", "src/pods.ts"]]);
});

test("reads the operator alone in a project without a server", () => {
  const { parsed, programs } = read(sources);
  expect(programs.server).toBeUndefined();
  expect(parsed).not.toContain("apiserver.ts");
});
