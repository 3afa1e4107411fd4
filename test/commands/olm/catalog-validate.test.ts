import { closeSync, ftruncateSync, openSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { catalogValidate } from "../../../src/commands/olm/catalog-validate.js";
import { formatDiagnostic } from "../../../src/core/diagnostic.js";
import { TsopError } from "../../../src/core/errors.js";
import { withFolder } from "../../support/olm/fbc-verify.js";
import { recordingContext } from "../../support/recording-context.js";

const catalog = `schema: olm.package
name: demo
defaultChannel: stable
---
schema: olm.channel
package: demo
name: stable
entries:
- name: demo.v1.1.0
  replaces: demo.v1.0.0
- name: demo.v1.0.0
---
schema: olm.bundle
package: demo
name: demo.v1.0.0
image: r.example/demo:v1.0.0
properties:
- type: olm.package
  value: {packageName: demo, version: 1.0.0}
---
schema: olm.bundle
package: demo
name: demo.v1.1.0
image: r.example/demo:v1.1.0
properties:
- type: olm.package
  value: {packageName: demo, version: 1.1.0}
`;

function validate(files: Readonly<Record<string, string>>, dir?: string): string {
  return withFolder(files, (cwd) => {
    try {
      return catalogValidate(dir === undefined ? {} : { dir }, recordingContext({ cwd })).text;
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      return error.diagnostics.length === 0
        ? `${error.code}: ${error.message}`
        : error.diagnostics.map(formatDiagnostic).join("\n");
    }
  });
}

test("a valid catalog is counted", () => {
  expect(validate({ "catalog/demo/catalog.yaml": catalog })).toBe(
    "catalog is a valid catalog: 1 package, 1 channel, 2 bundles",
  );
});

test("all faults are reported at once, each with its place and a way out", () => {
  const broken = catalog
    .replace("defaultChannel: stable", "defaultChannel: stabel")
    .replace("  replaces: demo.v1.0.0\n", "")
    .replace("image: r.example/demo:v1.1.0", "image: https://r.example/demo");
  expect(validate({ "c/catalog.yaml": broken, "c/README.md": "# Hello\n" }, "c")).toBe(
    `c/README.md:1  error catalog/unreadable: the document is not valid: it is empty
  Correct the document.
c/catalog.yaml:3:17  error catalog/invalid: the default channel "stabel" does not exist
  Did you mean stable?
c/catalog.yaml:9:1  error catalog/invalid-graph: the channel "stable" has several heads: demo.v1.0.0, demo.v1.1.0
  Let the newest entry replace or skip the others: \`replaces\`, \`skips\`.
c/catalog.yaml:23:8  error catalog/invalid: "https://r.example/demo" is not the name of an image: it is not REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST
  Write REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST.`,
  );
});

describe("a folder that is not a catalog", () => {
  test("is missing", () => {
    expect(validate({})).toBe("catalog/not-found: catalog is not a folder");
  });

  test("is too large", () => {
    const result = withFolder({ "c/a.yaml": "" }, (cwd) => {
      const file = openSync(path.join(cwd, "c/a.yaml"), "r+");
      ftruncateSync(file, 1024 * 1024 * 1024 + 1);
      closeSync(file);
      try {
        return catalogValidate({ dir: "c" }, recordingContext({ cwd })).text;
      } catch (error) {
        return error instanceof TsopError ? `${error.code}: ${error.message}` : "";
      }
    });
    expect(result).toBe("catalog/too-large: c contains more than 1024 MB");
  });
});
