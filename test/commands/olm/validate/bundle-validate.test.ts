import { describe, expect, test } from "vitest";
import { bundleValidate } from "../../../../src/commands/olm/validate/bundle-validate.js";
import { TsopError } from "../../../../src/core/errors.js";
import { toFiles, validBundle } from "../../../support/olm/valid-bundle.js";
import { failureOf } from "../../../support/failure-of.js";
import { recordingContext } from "../../../support/recording-context.js";
import { tempFolder } from "../../../support/temp-folder.js";

const csv = "bundle/manifests/demo.clusterserviceversion.yaml";

/** Writes the valid bundle with one text of its ClusterServiceVersion replaced. */
function bundle(from = "", to = ""): string {
  const files = [...toFiles(validBundle())].map(([file, text]) => [`bundle/${file}`, text] as const);
  return tempFolder(
    Object.fromEntries(files.map(([file, text]) => [file, file === csv ? text.replace(from, to) : text])),
  );
}

describe("a valid bundle", () => {
  const context = recordingContext({ cwd: bundle() });

  test("passes the validators that always run", async () => {
    const result = await bundleValidate({}, context);
    expect(result).toMatchObject({ exitCode: 0, diagnostics: [], json: { passed: true, outputs: [], findings: [] } });
    expect(result.text).toMatch(/^bundle: 0 errors, 0 warnings \(\d+ rules\)$/);
  });

  test("passes all validators, by its absolute path", async () => {
    const all = { selectOptional: "name,name!=multiarch", bundle: `${context.cwd}/bundle/` };
    expect(await bundleValidate(all, context)).toMatchObject({ exitCode: 0, diagnostics: [] });
  });
});

test("warnings pass, unless the run is strict; an optional validator runs only if it is selected", async () => {
  const context = recordingContext({ cwd: bundle("minKubeVersion:", "other:") });
  expect(await bundleValidate({}, context)).toMatchObject({ exitCode: 0, json: { passed: true } });
  expect(await bundleValidate({ strict: true }, context)).toMatchObject({ exitCode: 1, json: { passed: false } });
  const email = recordingContext({ cwd: bundle("ada@example.com", "ada") });
  expect((await bundleValidate({}, email)).exitCode).toBe(0);
  const { exitCode, text, json } = await bundleValidate({ selectOptional: "suite=operatorframework" }, email);
  expect(exitCode).toBe(1);
  expect(text).toContain('error bundle/invalid: "ada" is not an email address [maintainer-email]');
  expect(json).toMatchObject({
    outputs: [{ type: "error", message: '"ada" is not an email address [maintainer-email]' }],
    findings: [{ validator: "operatorhubv2", rule: "maintainer-email", own: false, at: { file: csv } }],
  });
});

test("lists the optional validators", async () => {
  const { text } = await bundleValidate({ listOptional: true }, recordingContext({ cwd: "/" }));
  expect(text).toMatch(/^NAME +LABELS +DESCRIPTION\n/);
  expect(text).toMatch(/^good-practices +name=good-practices,suite=operatorframework +requests/m);
});

test.each([
  [{ bundle: "other" }, "other is not a folder"],
  [{ bundle: "r.example/other" }, "r.example/other is not a folder"],
  [
    { bundle: "Other:v1" },
    '"Other:v1" is neither a folder nor the name of an image: a repository has only lower-case letters',
  ],
  [{ bundle: `r.example/a@sha512:${"a".repeat(128)}` }, "tsop reads only images with a sha256 digest"],
  [{ selectOptional: "name=good-practice" }, "--select-optional name=good-practice selects no validator"],
  [{ optionalValues: ["k8s=1.25"] }, "--optional-values k8s=1.25 has no effect"],
  [{ optionalValues: ["1.25"] }, "--optional-values 1.25 has no effect"],
])("rejects %o", async (options, message) => {
  const failure = await failureOf(bundleValidate(options, recordingContext({ cwd: bundle() })));
  expect(failure).toBeInstanceOf(TsopError);
  expect(failure).toHaveProperty("message", expect.stringContaining(message));
});
