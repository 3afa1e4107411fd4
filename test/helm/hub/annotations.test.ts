/** The annotations of Artifact Hub, checked by the rules of its documentation and of its tracker. */
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { hubAnnotations, type HubInput } from "../../../src/helm/hub/annotations.js";
import { namesRepository, printRepositoryFile } from "../../../src/helm/hub/repository-file.js";
import { simpleCrd } from "../../support/crds.js";
import type { ExactJsonObject } from "../../../src/core/json.js";

const crd = simpleCrd("foo.abc.com", "bigBars", "BigBar") as unknown as ExactJsonObject;
const input: HubInput = {
  version: "0.1.0",
  license: "Apache-2.0",
  links: [{ name: "support", url: "https://example.com/issues" }],
  changes: [{ kind: "added", description: "A field: `spec.size`", links: [] }],
  signKey: undefined,
  objects: [crd],
  samples: [
    { apiVersion: "foo.abc.com/v1", kind: "BigBar", metadata: { name: "a" } },
    { apiVersion: "v1", kind: "Secret", metadata: { name: "b" } },
  ],
  image: { name: "manager", image: "ghcr.io/acme/demo:v0.1.0" },
};

const of = (more: Partial<HubInput> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(hubAnnotations({ ...input, ...more })).map(([name, text]) => [
      name.replace("artifacthub.io/", ""),
      parse(text) as unknown,
    ]),
  );

describe("the annotations", () => {
  test("describe the kinds, their examples, the image, the changes and the links", () => {
    expect(of()).toEqual({
      changes: [{ kind: "added", description: "A field: `spec.size`" }],
      containsSecurityUpdates: false,
      crds: [
        {
          kind: "BigBar",
          version: "v1",
          name: "bigBars.foo.abc.com",
          displayName: "Big Bar",
          description: expect.any(String) as string,
        },
      ],
      crdsExamples: [{ apiVersion: "foo.abc.com/v1", kind: "BigBar", metadata: { name: "a" } }],
      images: [{ name: "manager", image: "ghcr.io/acme/demo:v0.1.0" }],
      license: "Apache-2.0",
      links: [{ name: "support", url: "https://example.com/issues" }],
      operator: true,
      prerelease: false,
    });
  });

  test("are texts", () => {
    for (const text of Object.values(hubAnnotations(input))) expect(typeof text).toBe("string");
  });

  test("omit unknown values", () => {
    const none = { license: undefined, links: [], changes: [], objects: [], samples: [], image: undefined };
    expect(of(none)).toEqual({ operator: true, prerelease: false });
  });

  test("mark versions before a release, and security updates", () => {
    expect(of({ version: "1.0.0-rc.1", changes: [{ kind: "security", description: "a", links: [] }] })).toMatchObject({
      prerelease: true,
      containsSecurityUpdates: true,
    });
  });

  test("name the key that signs", () => {
    expect(of({ signKey: { url: "https://a.example/k.asc", fingerprint: undefined } })).toMatchObject({
      signKey: { url: "https://a.example/k.asc" },
    });
  });

  test("contain hostile texts as texts", () => {
    const description = "{{ .Values }}: - [a](b) # c\n'\"";
    expect(of({ changes: [{ kind: undefined, description, links: [] }] })["changes"]).toEqual([{ description }]);
  });
});

test("artifacthub-repo.yml names the owners that have an address for mail", () => {
  const file = printRepositoryFile([
    { name: "Ann", email: "ann@example.com", url: undefined },
    { name: "Bob", email: undefined, url: undefined },
  ]);
  expect(parse(file)).toEqual({ owners: [{ name: "Ann", email: "ann@example.com" }] });
  expect(namesRepository(parse(file))).toBe(true);
  expect(namesRepository(parse(printRepositoryFile([])))).toBe(false);
  expect(namesRepository({ repositoryID: "1" })).toBe(true);
});
