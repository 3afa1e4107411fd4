import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { catalogAdd } from "../../../src/commands/olm/catalog-add.js";
import { catalogDeprecate } from "../../../src/commands/olm/catalog-deprecate.js";
import { catalogRender } from "../../../src/commands/olm/catalog-render.js";
import { catalogManifests } from "../../../src/commands/olm/catalog-manifests.js";
import type { CatalogAddOptions, CatalogManifestsOptions } from "../../../src/commands/declared/catalog.js";
import { formatDiagnostic } from "../../../src/core/diagnostic.js";
import { TsopError } from "../../../src/core/errors.js";
import { demoBundle } from "../../support/olm/demo-bundle.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { withFolder } from "../../support/olm/fbc-verify.js";
import { recordingContext } from "../../support/recording-context.js";

type Spec = NonNullable<Parameters<typeof demoBundle>[1]>;

function bundles(versions: Readonly<Record<string, Spec>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(versions).flatMap(([version, parts]) =>
      Object.entries(demoBundle(version, parts)).map(([file, text]) => [`v${version}/${file}`, text]),
    ),
  );
}

interface Run {
  readonly add: (version: string, options?: Partial<CatalogAddOptions>) => Promise<string>;
  readonly read: (file: string) => string;
  readonly cwd: string;
}

/** Calls a function in a folder; the folder exists until its promise settles. */
async function inFolder(files: Readonly<Record<string, string>>, use: (run: Run) => Promise<void>): Promise<void> {
  await withFolder(files, (cwd) =>
    use({
      cwd,
      read: (file) => readFileSync(path.join(cwd, file), "utf8"),
      add: (version, options = {}) => {
        const img = `r.example/demo-bundle:v${version}`;
        const all = {
          bundle: `v${version}`,
          img,
          format: "csv-metadata",
          channels: [],
          skips: [],
          ...options,
        } as const;
        return outcomeOf(catalogAdd(all, recordingContext({ cwd })));
      },
    }),
  );
}

async function outcomeOf(run: Promise<{ readonly text: string }>): Promise<string> {
  try {
    return (await run).text;
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    return error.diagnostics.length === 0
      ? `${error.code}: ${error.message}`
      : error.diagnostics.map(formatDiagnostic).join("\n");
  }
}

function entriesIn(text: string): string[] {
  return [...text.matchAll(/^- name: demo.*(?:\n {2}.*)*/gm)].map(([entry]) => entry.replaceAll(/\n +/g, ", "));
}

test("the first bundle creates the package and its channels, the second one replaces the head; a second run changes nothing", () =>
  inFolder(bundles({ "1.0.0": {}, "1.1.0": {} }), async ({ add, read, cwd }) => {
    expect(await add("1.0.0")).toContain("create     catalog/demo/catalog.yaml");
    expect(await add("1.1.0", { channels: ["stable"] })).toContain(
      "entry demo.v1.1.0 in the channel stable, which replaces demo.v1.0.0",
    );
    const text = read("catalog/demo/catalog.yaml");
    expect(text).toContain("defaultChannel: stable");
    expect(entriesIn(text)).toEqual([
      "- name: demo.v1.0.0",
      "- name: demo.v1.1.0, replaces: demo.v1.0.0",
      "- name: demo.v1.0.0",
    ]);
    expect(verdictOf(path.join(cwd, "catalog")).messages).toEqual([]);
    for (const version of ["1.0.0", "1.1.0"]) {
      expect(await add(version, { channels: ["stable"] })).toBe("Nothing to do: the catalog already contains it.");
    }
    expect(read("catalog/demo/catalog.yaml")).toBe(text);
  }));

test("a channel in flow style keeps its comment", () =>
  inFolder({ ...bundles({ "1.0.0": {}, "1.1.0": {} }) }, async ({ add, read }) => {
    await add("1.0.0", { channels: ["stable"] });
    const file = "catalog/demo/catalog.yaml";
    const flow = read(file).replace("entries:\n- name: demo.v1.0.0\n", "entries: [{name: demo.v1.0.0}] # first\n");
    expect(flow).toContain("# first");
    await withFolder({ ...bundles({ "1.1.0": {} }), [file]: flow }, async (other) => {
      const context = recordingContext({ cwd: other });
      await catalogAdd(
        { bundle: "v1.1.0", img: "r.example/b:2", format: "csv-metadata", channels: ["stable"], skips: [] },
        context,
      );
      expect(readFileSync(path.join(other, file), "utf8")).toContain("# first");
      expect(verdictOf(path.join(other, "catalog")).messages).toEqual([]);
    });
  }));

describe("edges", () => {
  test("come from the ClusterServiceVersion, or from the flags", () =>
    inFolder(
      bundles({
        "1.0.0": {},
        "1.1.0": {
          spec: { replaces: "demo.v1.0.0", skips: ["demo.v1.0.1"] },
          annotations: { "olm.skipRange": "<1.1.0" },
        },
        "1.2.0": {},
      }),
      async ({ add, read }) => {
        await add("1.0.0", { channels: ["stable"] });
        await add("1.1.0", { channels: ["stable"] });
        await add("1.2.0", { channels: ["stable"], skips: ["demo.v1.1.0"], skipRange: ">=1.0.0 <1.2.0" });
        expect(entriesIn(read("catalog/demo/catalog.yaml"))).toEqual([
          "- name: demo.v1.0.0",
          "- name: demo.v1.1.0, replaces: demo.v1.0.0, skipRange: '<1.1.0', skips:, - demo.v1.0.1",
          "- name: demo.v1.2.0, replaces: demo.v1.0.0, skipRange: '>=1.0.0 <1.2.0', skips:, - demo.v1.1.0",
        ]);
      },
    ));

  test("an older bundle needs --replaces, and a graph with two heads is not written", () =>
    inFolder(bundles({ "1.0.0": {}, "1.1.0": {}, "1.0.1": {} }), async ({ add, read }) => {
      await add("1.0.0", { channels: ["stable"] });
      await add("1.1.0", { channels: ["stable"] });
      const before = read("catalog/demo/catalog.yaml");
      expect(await add("1.0.1", { channels: ["stable"] })).toContain(
        "catalog/exists: demo.v1.0.1 is not newer than demo.v1.1.0",
      );
      expect(await add("1.0.1", { channels: ["stable"], replaces: "demo.v1.0.0" })).toContain("catalog/invalid-graph");
      expect(await add("1.1.0", { channels: ["stable"], replaces: "demo.v0.9.0" })).toContain("with other edges");
      expect(await add("1.1.0", { channels: ["stable"], img: "r.example/b:9" })).toContain(
        "has a bundle demo.v1.1.0 with other content",
      );
      expect(read("catalog/demo/catalog.yaml")).toBe(before);
    }));
});

test("a preview writes nothing", () =>
  inFolder(bundles({ "1.0.0": {} }), async ({ add, cwd }) => {
    expect(await add("1.0.0", { diff: true })).toContain("+schema: olm.package");
    expect(existsSync(path.join(cwd, "catalog"))).toBe(false);
  }));

test("a deprecation is added once, and its message changes", () =>
  inFolder(bundles({ "1.0.0": {} }), async ({ add, read, cwd }) => {
    await add("1.0.0", { channels: ["stable"] });
    const deprecate = (options: Readonly<Record<string, string>>): Promise<string> =>
      outcomeOf(catalogDeprecate(options, recordingContext({ cwd })));
    const file = "catalog/demo/catalog.yaml";
    await deprecate({ bundle: "demo.v1.0.0", message: "Use 1.1.0." });
    await deprecate({ channel: "stable", message: "Use fast." });
    const once = read(file);
    expect(once).toContain("- message: Use fast.\n  reference:\n    name: stable\n    schema: olm.channel\n");
    expect(await deprecate({ channel: "stable", message: "Use fast." })).toContain("Nothing to do");
    expect(read(file)).toBe(once);
    await deprecate({ channel: "stable", message: "Use slow." });
    expect(read(file)).toBe(once.replace("Use fast.", "Use slow."));
    expect(await deprecate({ bundle: "demo.v2", message: "Gone." })).toContain(
      'has no bundle "demo.v2", which is deprecated',
    );
    expect(await deprecate({ bundle: "demo.v1.0.0" })).toContain("usage/invalid-argument: the message is missing");
    expect(await deprecate({ package: "demos", message: "Gone." })).toContain('has no package "demos"');
  }));

test("manifests follow the catalog: its package, its default channel and the install modes of the head", () =>
  inFolder(bundles({ "1.0.0": {} }), async ({ add, cwd }) => {
    await add("1.0.0");
    const print = (options: Partial<CatalogManifestsOptions>): Promise<string> =>
      outcomeOf(catalogManifests({ img: "r.example/catalog:1", olm: "v0", ...options }, recordingContext({ cwd })));
    const printed = await print({});
    expect(printed).toContain("  channel: stable\n");
    expect(printed).toContain("  name: demo\n  namespace: demo\nspec: {}\n");
    expect(await print({ olm: "v1", channel: "candidate" })).toContain("channels:\n      - candidate\n");
    expect(await print({ channel: "stabel" })).toBe('usage/invalid-argument: the package demo has no channel "stabel"');
    expect(await print({ watchNamespaces: ["a"] })).toContain("its install modes are AllNamespaces");
    expect(await print({ olm: "v1", watchNamespaces: ["a"] })).toContain("has no effect with OLM v1");
    expect(await print({ img: "" })).toBe("usage/invalid-argument: the image of the catalog is missing");
    expect(await print({ serviceAccount: "installer" })).toContain("--service-account has no effect with OLM v0");
    expect(await print({ olm: "v1", bundle: "v1.0.0" })).toContain("--bundle describes the permissions");
  }));

test("manifests for OLM v1 refuse an operator with an API server of its own, which it does not install", () => {
  const owned = [
    { name: "readings", group: "metrics.abc.com", version: "v1", kind: "Reading", deploymentName: "demo" },
  ];
  return inFolder(bundles({ "1.0.0": { spec: { apiservicedefinitions: { owned } } } }), async ({ add, cwd }) => {
    await add("1.0.0");
    const print = (olm: "v0" | "v1"): Promise<string> =>
      outcomeOf(catalogManifests({ img: "r.example/catalog:1", olm }, recordingContext({ cwd })));
    expect(await print("v0")).toContain("kind: Subscription");
    expect(await print("v1")).toBe(
      "bundle/not-supported: the operator serves Reading with its own API server, and OLM v1 installs no such operators",
    );
  });
});

test("a bundle without an image needs the format objects", () =>
  inFolder(bundles({ "1.0.0": {} }), async ({ cwd }) => {
    const context = recordingContext({ cwd });
    const render = (options: { readonly img?: string; readonly format: "csv-metadata" | "objects" }): Promise<string> =>
      outcomeOf(catalogRender({ bundle: "v1.0.0", ...options }, context));
    expect(await render({ format: "csv-metadata" })).toBe("usage/invalid-argument: the image of the bundle is missing");
    expect(await render({ format: "csv-metadata", img: "https://r.example/a" })).toContain(
      "is not the name of an image",
    );
    expect(await render({ format: "objects" })).toContain("- type: olm.bundle.object");
  }));
