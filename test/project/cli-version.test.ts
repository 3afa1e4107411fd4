import { expect, test } from "vitest";
import { withCliVersion } from "../../src/project/edit.js";

const rest = "domain: abc.com # ours\nlayout:\n- typescript.tsop.dev/v1\nprojectName: demo\nversion: '3'\n";

test.each([
  ["another version", "# A comment.\ncliVersion: 0.1.0\n", "# A comment.\ncliVersion: 0.2.0\n"],
  ["the same version", "cliVersion: '0.2.0'\n", "cliVersion: '0.2.0'\n"],
  ["no version", "", "cliVersion: 0.2.0\n"],
])("a PROJECT with %s", (_, before, after) => {
  expect(withCliVersion(before + rest, "0.2.0")).toBe(after + rest);
});
