import { expect, test } from "vitest";
import { imageLabels } from "../../src/images/image-labels.js";

const nothing = {
  projectName: "demo",
  packageJson: undefined,
  revision: undefined,
  baseImage: undefined,
  created: undefined,
};

test("known facts about an image become labels, and nothing else", () => {
  expect(imageLabels(nothing)).toEqual({ "org.opencontainers.image.title": "demo" });
  const packageJson = {
    version: "1.2.3",
    license: "MIT",
    repository: { type: "git", url: "git+https://h.example/a/b.git" },
  };
  expect(
    imageLabels({ ...nothing, packageJson, revision: "abc", baseImage: "base:1", created: 1_700_000_000 }),
  ).toEqual({
    "org.opencontainers.image.title": "demo",
    "org.opencontainers.image.version": "1.2.3",
    "org.opencontainers.image.licenses": "MIT",
    "org.opencontainers.image.source": "https://h.example/a/b",
    "org.opencontainers.image.revision": "abc",
    "org.opencontainers.image.base.name": "base:1",
    "org.opencontainers.image.created": "2023-11-14T22:13:20Z",
  });
});

test("a base image that is named by its digest is told with it", () => {
  const digest = `sha256:${"a".repeat(64)}`;
  expect(imageLabels({ ...nothing, baseImage: `registry.example.com:5000/base@${digest}` })).toMatchObject({
    "org.opencontainers.image.base.name": "registry.example.com:5000/base",
    "org.opencontainers.image.base.digest": digest,
  });
});

test.each([
  ["owner/name", "https://github.com/owner/name"],
  ["github:owner/name", "https://github.com/owner/name"],
  ["git@h.example:owner/name.git", "https://h.example/owner/name"],
  ["git+ssh://git@h.example/owner/name.git", "https://h.example/owner/name"],
  ["https://me:secret@h.example/owner/name", "https://h.example/owner/name"],
  ["gist:123", undefined],
  ["", undefined],
  [7, undefined],
])("the repository %j is at %s", (repository, source) => {
  expect(imageLabels({ ...nothing, packageJson: { repository } })["org.opencontainers.image.source"]).toBe(source);
});
