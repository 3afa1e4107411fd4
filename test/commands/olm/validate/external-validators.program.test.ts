import { chmodSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { bundleValidate } from "../../../../src/commands/olm/validate/bundle-validate.js";
import { toFiles, validBundle } from "../../../support/olm/valid-bundle.js";
import { recordingContext } from "../../../support/recording-context.js";
import { tempFolder } from "../../../support/temp-folder.js";

/** Creates a folder with the valid bundle and these programs. */
function folder(programs: Readonly<Record<string, string>>): string {
  const bundle = [...toFiles(validBundle())].map(([file, text]): [string, string] => [`bundle/${file}`, text]);
  const cwd = tempFolder({ ...Object.fromEntries(bundle), ...programs });
  for (const program of Object.keys(programs)) chmodSync(path.join(cwd, program), 0o755);
  return cwd;
}

function validate(cwd: string, alphaSelectExternal: string) {
  const context = recordingContext({ cwd, env: { PATH: process.env["PATH"] } });
  return bundleValidate({ alphaSelectExternal }, context);
}

const found = `#!/bin/sh
test -f "$1/metadata/annotations.yaml" || exit 3
echo '{"Name": "demo", "Errors": [{"Type": "X", "Level": "Error", "Field": "spec.a", "BadValue": 1, "Detail": "is bad"}], "Warnings": null}'
`;
const clean = `#!/bin/sh\necho '{"Name":"demo","Errors":null,"Warnings":[{"Type":"X","Level":"Warning","Field":"","BadValue":null,"Detail":"so so"}]}'\n`;

test("programs get the folder of the bundle, and their findings are those of a validator", async () => {
  const cwd = folder({ "one.sh": found, "two.sh": clean });
  const { text, exitCode, json } = await validate(cwd, `./one.sh${path.delimiter}./two.sh`);
  expect(exitCode).toBe(1);
  expect(text).toContain("error bundle/invalid: spec.a: 1: is bad [one.sh]");
  expect(text).toContain("warning bundle/invalid: so so [two.sh]");
  expect(json).toMatchObject({ passed: false });
  expect(await validate(cwd, "./two.sh")).toMatchObject({ exitCode: 0 });
});

test.each([
  ["exits", "#!/bin/sh\necho no luck >&2\nexit 2\n", "it ended with exit status 2: no luck"],
  ["text", "#!/bin/sh\necho fine\n", "its output is not a JSON object"],
  ["fields", `#!/bin/sh\necho '{"Result": [], "Errors": [{"Why": ""}]}'\n`, "unknown fields: Result, Errors.Why"],
  ["types", `#!/bin/sh\necho '{"Errors": 1}'\n`, "Errors is the number 1, but must be a list"],
])("a program that %s does not validate", async (name, text, message) => {
  const cwd = folder({ [`${name}.sh`]: text });
  await expect(validate(cwd, `./${name}.sh`)).rejects.toMatchObject({
    code: "bundle/validator-failed",
    message: expect.stringContaining(message) as string,
  });
});

test("a program that does not exist is named", async () => {
  await expect(validate(folder({}), "./none.sh")).rejects.toThrow(
    "the external validator ./none.sh failed: it cannot run",
  );
  expect(readdirSync(os.tmpdir()).filter((name) => name.startsWith("tsop-bundle-"))).toEqual([]);
});
