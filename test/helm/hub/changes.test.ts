import { describe, expect, test } from "vitest";
import { readChanges } from "../../../src/helm/hub/changes.js";

const changelog = `# Changelog

## [Unreleased]

- soon

## [0.2.0] - 2026-01-02

Some words.

### Added

- A field \`spec.size\`
  over two lines ([#12](https://example.com/12)).
* Another one, see [the page](docs/page.md).
  - of which this is a part

### Fixed
- A bug.

### Breaking changes of the API
- A kind.

\`\`\`yaml
- not: a change
## 0.3.0
\`\`\`

## v0.1.0

- The first version.
`;

describe("the changes of a version", () => {
  test("have the kind of their heading, one line, and named links", () => {
    expect(readChanges(changelog, "0.2.0")).toEqual([
      {
        kind: "added",
        description: "A field `spec.size` over two lines (#12).",
        links: [{ name: "#12", url: "https://example.com/12" }],
      },
      { kind: "added", description: "Another one, see the page. of which this is a part", links: [] },
      { kind: "fixed", description: "A bug.", links: [] },
      { kind: undefined, description: "A kind.", links: [] },
    ]);
  });

  test.each([
    ["0.1.0", "The first version."],
    ["0.3.0", "soon"],
    ["0.2", "soon"],
  ])("%s begin with %s", (version, description) => {
    expect(readChanges(changelog.replaceAll("\n", "\r\n"), version)[0]?.description).toBe(description);
  });

  test.each(["", "no heading\n- item\n", "# Changelog\n\n## 9.9.9\n- other\n"])("%j has none for 1.0.0", (text) => {
    expect(readChanges(text, "1.0.0")).toEqual([]);
  });
});
