import { afterAll, beforeAll, expect, test } from "vitest";
import { checkRules } from "../../src/cel/check-rules.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Schema } from "../../src/schema/schema.js";
import { describeCluster } from "../support/cluster.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { cases, ourVerdict, randomCases, randomCount, serverVerdict, writeVerdicts, readVerdicts } from "./verdicts.js";
import type { SchemaCase } from "./schema-case.js";

describeCluster("rules, judged by the API server", (cluster) => {
  let client: HttpClient;

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  /** Sends a few at a time, because the server is slow for the expensive ones. */
  async function ask(all: readonly SchemaCase[]): Promise<(readonly [name: string, verdict: string])[]> {
    const verdicts: (readonly [string, string])[] = [];
    for (let from = 0; from < all.length; from += 8) {
      const some = all.slice(from, from + 8);
      const answers = await Promise.all(some.map(({ schema }) => serverVerdict(client, schema)));
      for (const [index, { name }] of some.entries()) verdicts.push([name, answers[index]!]);
    }
    return verdicts;
  }

  const ours = (all: readonly SchemaCase[]): (readonly [string, string])[] =>
    all.map(({ name, schema }) => [name, ourVerdict(schema)]);

  test("get our verdict, and are as they were recorded", async () => {
    const all = [...cases, ...randomCases(randomCount)];
    const verdicts = await ask(all);
    if (process.env["UPDATE_GOLDEN"] === "1") writeVerdicts(verdicts);
    expect(ours(all)).toEqual(verdicts);
    expect([...readVerdicts()]).toEqual(verdicts);
  }, 300_000);

  test("are accepted in published CRDs, and we accept them", async () => {
    const all = publishedCrds().flatMap((name) =>
      schemasOf(parsePublishedCrd(name)).map((schema) => ({ name, schema })),
    );
    expect(
      all.filter(({ schema }) => JSON.stringify(schema).includes("x-kubernetes-validations")).length,
    ).toBeGreaterThan(20);
    expect(all.filter(({ schema }) => checkRules(schema).length > 0).map(({ name }) => name)).toEqual([]);
    const verdicts = await ask(all);
    expect(verdicts.filter(([, verdict]) => verdict !== "accepted")).toEqual([]);
  });

  test("fit with the bounds that a finding names, and not with larger ones", async () => {
    const costly = cases
      .filter(({ schema }) => checkRules(schema).some(({ fits }) => (fits?.length ?? 0) > 0))
      .slice(0, 60);
    const bounded = costly.flatMap(({ name, schema }) => [
      { name: `${name}, bounded`, schema: withBounds(schema, 0) },
      { name: `${name}, bounded by one more`, schema: withBounds(schema, 1) },
    ]);
    const verdicts = await ask(bounded);
    expect(verdicts).toEqual(ours(bounded));
    expect(verdicts.filter(([name, verdict]) => name.endsWith("bounded") && verdict !== "accepted")).toEqual([]);
    expect(verdicts.filter(([name, verdict]) => name.endsWith("more") && verdict === "accepted")).toEqual([]);
  });
});

/** Returns the schema with the first suggestion that makes its first expensive rule fit; adds `more` to the bounds. */
function withBounds(schema: Schema, more: number): Schema {
  const copy = structuredClone(schema);
  for (let round = 0; round < 10; round++) {
    const [bounds] = checkRules(copy).find(({ fits }) => (fits?.length ?? 0) > 0)?.fits ?? [];
    if (bounds === undefined) break;
    const isLast = more > 0;
    for (const { node, keyword, value } of bounds) node[keyword] = value + more;
    if (isLast) break;
  }
  return copy;
}

function schemasOf(crd: unknown): Schema[] {
  const { spec } = crd as { spec: { versions: { schema: { openAPIV3Schema: Schema } }[] } };
  return spec.versions.map(({ schema }) => schema.openAPIV3Schema);
}
