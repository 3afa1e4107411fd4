import { expect, test } from "vitest";
import {
  readTemplate,
  type SemverTemplate,
  type Template,
} from "../../../../src/olm/catalog/template/read-template.js";
import { renderSemver } from "../../../../src/olm/catalog/template/semver-channels.js";
import { renderBundle, type RenderedBundle } from "../../../../src/olm/catalog/render/render-bundle.js";
import { readBundle } from "../../../../src/olm/read/read-bundle.js";
import { readCatalog } from "../../../../src/olm/catalog/read/catalog.js";
import { checkCatalog } from "../../../../src/olm/catalog/check/check-catalog.js";
import { printYamlDocuments } from "../../../../src/core/yaml.js";
import { demoBundle } from "../../../support/olm/demo-bundle.js";

type Versions = Readonly<Partial<Record<"candidate" | "fast" | "stable", readonly string[]>>>;

function bundleOf(version: string, image: string): RenderedBundle {
  const rendering = renderBundle(readBundle(new Map(Object.entries(demoBundle(version))), "b"), image, "csv-metadata");
  if (rendering.kind === "faults") throw new Error(rendering.diagnostics.map(({ message }) => message).join());
  return rendering.rendered;
}

const imageOf = (version: string): string => `r.example/demo:v${version.replace("+", "_")}`;

function render(versions: Versions, head: object = {}): ReturnType<typeof renderSemver> {
  const lists = Object.entries(versions).map(([stability, all]) => {
    return [stability, { bundles: all.map((version) => ({ image: imageOf(version) })) }] as const;
  });
  const text = JSON.stringify({ schema: "olm.semver", ...head, ...Object.fromEntries(lists) });
  const reading = readTemplate("t.yaml", text);
  if (reading.kind === "faults") return reading;
  const rendered = Object.values(versions)
    .flat()
    .map((each) => [imageOf(each), bundleOf(each, imageOf(each))] as const);
  return renderSemver(semver(reading.template), new Map(rendered));
}

function semver(template: Template): SemverTemplate {
  if (template.kind !== "semver") throw new Error(template.kind);
  return template;
}

/** Prints each channel with its entries: `name<replaces!skip,skip`. */
function graph(versions: Versions, head: object = {}): Record<string, string> {
  const result = render(versions, head);
  if (result.kind === "faults") return { faults: result.diagnostics.map(({ message }) => message).join("; ") };
  const text = printYamlDocuments(result.documents);
  const reading = readCatalog([{ file: "c.yaml", text }]);
  expect(checkCatalog(reading).map(({ message }) => message)).toEqual([]);
  const short = (name = ""): string => name.replace("demo.v", "");
  const { packages, channels } = reading.catalog;
  return Object.fromEntries([
    ["default", packages[0]?.fields.defaultChannel ?? ""],
    ...channels.map(({ fields: { name = "", entries = [] } }) => {
      const shown = entries.map((entry) => {
        const { replaces, skips = [] } = entry;
        const skipped = skips.length === 0 ? "" : `!${skips.map(short).join(",")}`;
        return `${short(entry.name)}${replaces === undefined ? "" : `<${short(replaces)}`}${skipped}`;
      });
      return [name, shown.join(" ")] as const;
    }),
  ]);
}

test("minor channels: the newest patch replaces the newest patch before, and skips the others of its major version", () => {
  expect(graph({ stable: ["1.1.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0", "1.2.0"] })).toEqual({
    default: "stable-v2.0",
    "stable-v1.0": "1.0.0 1.0.1!1.0.0",
    "stable-v1.1": "1.1.0 1.1.1<1.0.1!1.0.0,1.1.0",
    "stable-v1.2": "1.2.0<1.1.1!1.0.0,1.0.1,1.1.0",
    "stable-v2.0": "2.0.0",
  });
});

test("major channels of each stability; the default is the most stable one", () => {
  const versions = { candidate: ["0.1.0", "1.0.0", "1.1.0-rc.1", "1.1.0"], fast: ["1.0.0"] };
  expect(graph(versions, { generateMajorChannels: true })).toEqual({
    default: "fast-v1",
    "candidate-v0": "0.1.0",
    "candidate-v1": "1.0.0 1.1.0-rc.1 1.1.0<1.0.0!1.1.0-rc.1",
    "fast-v1": "1.0.0",
  });
});

test("both: the preference decides between channels that start with the same version", () => {
  const both = { generateMajorChannels: true, generateMinorChannels: true };
  const named = (version: string, head: object): string | undefined =>
    graph({ stable: ["1.0.0", version] }, head)["default"];
  expect(named("1.0.1", both)).toBe("stable-v1.0");
  expect(named("1.0.1", { ...both, defaultChannelTypePreference: "major" })).toBe("stable-v1");
  expect(named("1.1.0", { ...both, defaultChannelTypePreference: "major" })).toBe("stable-v1.1");
});

test("the names of fields may differ in case", () => {
  const text = "Schema: olm.semver\nGenerateMajorChannels: true\nStable:\n  Bundles:\n  - Image: r.example/a:v1\n";
  expect(readTemplate("t.yaml", text)).toMatchObject({
    template: { streams: ["major"], bundles: { stable: [{ image: "r.example/a:v1" }] } },
  });
});

test.each([
  [{ stable: ["1.0.0", "1.0.0"] }, "stable names the bundle demo.v1.0.0 twice"],
  [{ stable: ["1.0.0+a", "1.0.0+b"] }, "have the same version 1.0.0, apart from build metadata"],
  [{ stable: [] }, "the template names no bundle"],
])("rejects %o", (versions: Versions, message) => {
  expect(graph(versions)["faults"]).toContain(message);
});

test("rejects bundles of several packages, and a bundle with two images", () => {
  const reading = readTemplate(
    "t.yaml",
    "schema: olm.semver\nstable: {bundles: [{image: a}, {image: b}]}\nfast: {bundles: [{image: c}]}\n",
  );
  if (reading.kind === "faults") throw new Error("faults");
  const bundle = bundleOf("1.0.0", "a");
  const other = { ...bundleOf("1.1.0", "b"), package: "other" };
  const result = renderSemver(
    semver(reading.template),
    new Map([
      ["a", bundle],
      ["b", other],
      ["c", bundle],
    ]),
  );
  expect(result).toMatchObject({
    diagnostics: [
      { message: "the bundle demo.v1.0.0 has two images: c and a", at: { file: "t.yaml", line: 2 } },
      { message: "the bundle demo.v1.1.0 belongs to the package other, and others to demo" },
    ],
  });
});
