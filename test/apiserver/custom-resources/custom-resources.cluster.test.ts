import { afterAll, beforeAll, expect, test } from "vitest";
import { customResources } from "../../../src/apiserver/custom-resources/custom-resources.js";
import { schemaOf, type Definition } from "../../../src/apiserver/custom-resources/definition.js";
import type { JsonSchema } from "../../../src/apiserver/custom-resources/json-schema.js";
import type { ServedResource } from "../../../src/apiserver/resource.js";
import { atomicNode } from "../../../src/apiserver/types/untyped-nodes.js";
import { isJsonObject, type Json, type JsonObject, type JsonValue } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { assetsVersion } from "../../support/control-plane.js";
import { mutate } from "../../support/mutations.js";
import { parsePublishedCrd, publishedCrds } from "../../support/published-crds.js";
import { seeded } from "../../support/seeded.js";
import { connect, readText, send, type Connection } from "../contract/exchange.js";
import { readServerUnderTest } from "../contract/server-under-test.js";
import { randomValue } from "./random-object.js";
import { nowhere, ourVerdict, serverVerdict, type Verdict } from "./verdict.js";

/** The number of objects per CRD; a manual run may set more. */
const objectsOfEach = Number(process.env["TSOP_OBJECTS_OF_EACH_CRD"] ?? 8);

describeCluster("objects of published CRDs", (cluster) => {
  let connection: Connection;
  const definitions = publishedCrds().map((name) => inOwnGroup(parsePublishedCrd(name) as Definition));
  const names = definitions.map(({ metadata }) => `crd/${metadata.name ?? ""}`);

  beforeAll(async () => {
    connection = connect(readServerUnderTest(cluster().kubeconfig));
    const list = { apiVersion: "v1", kind: "List", items: definitions };
    await cluster().kubectl(["create", "-f", "-"], JSON.stringify(list));
    await cluster().kubectl(["wait", "--for=condition=Established", "--timeout=60s", ...names]);
  });
  afterAll(async () => {
    connection.agent.destroy();
    await cluster().kubectl(["delete", "--wait=false", ...names]);
  });

  test("get the same verdict, with the same causes, from the API server and from us", async () => {
    const random = seeded(2026);
    const kinds = new Set<Verdict["kind"]>();
    const version = assetsVersion();
    const host = { objectMeta: atomicNode, version, resolveService: nowhere } as const;
    for (const definition of definitions) {
      // Other versions lose fields that the stored one does not have.
      const stored = definition.spec.versions.find(({ storage }) => storage)!;
      const resource = customResources(definition, host).find((each) => each.version === stored.name)!;
      const objects = Array.from({ length: objectsOfEach }, () =>
        randomObject(random, resource, schemaOf(stored) ?? {}),
      );
      const answers = await Promise.all(objects.map((object) => ask(resource, object)));
      for (const [index, object] of objects.entries()) {
        expect(ourVerdict(resource, object, version), JSON.stringify(object)).toEqual(answers[index]);
        kinds.add(answers[index]!.kind);
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(["accepted", "invalid"]));
  });

  async function ask({ group, version, resource, namespaced }: ServedResource, object: JsonObject): Promise<Verdict> {
    const place = namespaced ? `namespaces/default/${resource}` : resource;
    const response = await send(connection, {
      method: "POST",
      path: `/apis/${group}/${version}/${place}?dryRun=All&fieldValidation=Warn`,
      headers: { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" },
      body: JSON.stringify(object),
    });
    const body = JSON.parse((await readText(response)).toString()) as JsonObject;
    const warnings = response.headersDistinct["warning"] ?? [];
    return serverVerdict(response.statusCode ?? 0, body, warnings);
  }
});

/** Moves a definition to the test's own group, without its conversion webhook, which does not exist here. */
function inOwnGroup(definition: Definition): Definition {
  const spec = { ...definition.spec, conversion: { strategy: "None" } };
  const group = `${spec.group}.verdicts.example.com`;
  const name = `${spec.names.plural ?? ""}.${group}`;
  return { apiVersion: definition.apiVersion, kind: definition.kind, metadata: { name }, spec: { ...spec, group } };
}

/** Creates an object with up to three mistakes, none of them in the fields that name it. */
function randomObject(random: () => number, { group, version, kind }: ServedResource, schema: JsonSchema): JsonObject {
  const made = randomValue(random, schema, 0.3 + 0.4 * random());
  let fields: JsonValue = withoutIdentity(made);
  for (let mistakes = Math.floor(random() * 4); mistakes > 0; mistakes -= 1) fields = mutate(random, fields);
  const identity = { apiVersion: `${group}/${version}`, kind, metadata: { name: "example" } };
  return { ...withoutIdentity(fields as Json), ...identity };
}

function withoutIdentity(value: Json): { [name: string]: JsonValue } {
  const members = Object.entries(isJsonObject(value) ? value : {}).filter(
    ([name, member]) => !["apiVersion", "kind", "metadata"].includes(name) && member !== undefined,
  );
  return Object.fromEntries(members) as { [name: string]: JsonValue };
}
