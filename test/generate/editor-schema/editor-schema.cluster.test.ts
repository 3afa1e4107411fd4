import { Ajv, type ErrorObject } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { isJsonObject, type JsonValue } from "../../../src/core/json.js";
import { parseAllYaml } from "../../../src/core/yaml.js";
import { ApiError } from "../../../src/kube/api-error.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import { describeCluster } from "../../support/cluster.js";
import { type GoldenCase, goldenCases, runManifests } from "../../support/manifest-cases.js";
import { mutate } from "../../support/mutations.js";
import { seeded } from "../../support/seeded.js";
import { withCrds } from "../../support/with-crds.js";

/** Run more of them with ROUNDS=500. */
const rounds = Number(process.env["ROUNDS"] ?? 25);

/** Rejections that JSON Schema cannot express: CEL rules, duplicate keys, and formats that editors do not check. */
const beyond =
  /failed rule|no such key|Duplicate value|must be of type|rule:|evaluat|Too long: may not be more than 256/;

const title = "and the API server judge objects of $name alike";

describeCluster("a schema for editors", (cluster) => {
  let client: HttpClient;

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  /** Returns the API server's error for an object; empty if it accepts the object. */
  async function said(object: JsonValue): Promise<string> {
    try {
      await client.create(object as unknown as KubeObject, { dryRun: true });
      return "";
    } catch (error) {
      // The client itself rejects an object without a name.
      const isUnfit = error instanceof TsopError && error.code === "cluster/invalid-request";
      if (!(error instanceof ApiError) && !isUnfit) throw error;
      return error.message;
    }
  }

  const cases = goldenCases("manifests").filter(({ options }) => options.crds === undefined);

  // Its CRD has the same name as another case's; all others have unique names.
  const isTaken = ({ name }: GoldenCase): boolean => name === "transformed";
  test.concurrent.each(cases.filter((each) => !isTaken(each)))(title, compare);
  test.each(cases.filter(isTaken))(title, compare);

  async function compare({ name, input, options }: GoldenCase): Promise<void> {
    const random = seeded(7);
    // No conversion webhook runs: only the schemas of the objects are validated.
    const types = Object.fromEntries(Object.entries(input).filter(([file]) => !file.startsWith("webhooks/")));
    const { artifacts } = runManifests(types, options);
    const crds = artifacts.filter(({ path }) => path.startsWith("config/crd/")).map(({ content }) => content);
    const rules = new Set(
      crds.flatMap((text) => Array.from(text.matchAll(/message: "?(.*?)"?$/gm), ([, said]) => said!)),
    );
    const differences: string[] = [];
    await withCrds(cluster(), client, crds, async () => {
      for (const { path, content } of artifacts.filter((each) => each.path.includes("/variants/"))) {
        const file = `config/schemas/${/\$schema=.*\/(.*)/.exec(content)?.[1]}`;
        const schema = JSON.parse(artifacts.find((each) => each.path === file)!.content) as object;
        const accepts = new Ajv({ strict: false, ownProperties: true, verbose: true, logger: false, formats }).compile(
          schema,
        );
        const [sample] = parseAllYaml(content, path) as JsonValue[];
        for (let round = 0; round < rounds; round += 1) {
          const object = addressed(schema, sample!, mutate(random, sample!));
          const answer = await said(object);
          // The API server treats null as an absent field; an editor reports it.
          if (answer === "" && accepts(withoutNulls(object))) continue;
          // The API server does not validate the items of a list in a field that expects a formatted text.
          if (answer === "" && !accepts(object) && accepts.errors?.every(isOfFormattedText) === true) continue;
          const isBeyond = beyond.test(answer) || [...rules].some((rule) => answer.includes(rule));
          if (accepts(object) === (answer === "") || (accepts(object) && isBeyond)) continue;
          differences.push(
            `${JSON.stringify(object)}\n  server: ${answer}\n  editor: ${JSON.stringify(accepts.errors)}`,
          );
        }
      }
    });
    expect(differences, name).toEqual([]);
  }
});

/** Adds the fields that the client needs to address the object. */
function addressed(schema: object, original: JsonValue, object: JsonValue): JsonValue {
  const { apiVersion, kind, metadata } = original as unknown as KubeObject;
  const own = (object as { metadata?: JsonValue }).metadata;
  const isPlain = isJsonObject(own);
  const kept = isPlain ? own : (metadata as unknown as JsonValue);
  const { properties } = schema as { properties: { metadata: { properties: Record<string, unknown> } } };
  const isNamespaced = properties.metadata.properties["namespace"] !== undefined;
  const place = { ...(kept as object), ...(isNamespaced && { namespace: "default" }) };
  return { ...(object as object), apiVersion, kind, metadata: place };
}

function isOfFormattedText({ keyword, params, parentSchema, data }: ErrorObject): boolean {
  const isFormatted = parentSchema?.["format"] !== undefined || parentSchema?.["pattern"] !== undefined;
  return keyword === "type" && params["type"] === "string" && Array.isArray(data) && isFormatted;
}

function withoutNulls(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value), (_, each: JsonValue) => each ?? undefined) as JsonValue;
}

const formats = { ipv4: true, ipv6: true, email: true, hostname: true } as const;
