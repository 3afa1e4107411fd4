/** The real server and the embedded one return the same verdict for objects of all kinds with mistakes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import type { JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { seeded } from "../../support/seeded.js";
import { connect, type Connection } from "../contract/exchange.js";
import { parseServerUnderTest, readServerUnderTest } from "../contract/server-under-test.js";
import { ask, type Verdict } from "./ask-server.js";
import { mutateObject } from "./mutate-object.js";
import { samples } from "./samples/samples.js";

/** The number of objects per kind; a manual run may set more. */
const objectsOfEach = Number(process.env["TSOP_OBJECTS_OF_EACH_KIND"] ?? 8);
const mistakes = 2;

/** Kinds with incomplete rules, and the missing part: docs/reference/apiserver.md lists them. Each must still differ. */
const unlike: Readonly<Record<string, string>> = {
  certificatesigningrequests: "requests are not read",
  validatingadmissionpolicies: "expressions that do not compile are refused in other words",
  deviceclasses: "devices are not looked into",
  resourceclaims: "devices are not looked into",
  resourceclaimtemplates: "devices are not looked into",
  resourceslices: "devices are not looked into",
};

describeCluster("objects of built-in kinds", (cluster) => {
  let embedded: ApiServer;
  let servers: readonly [real: Connection, ours: Connection];
  const id = `m${Date.now().toString(36)}`;

  beforeAll(async () => {
    embedded = await startComparableServer();
    const real = readServerUnderTest(cluster().kubeconfig);
    servers = [connect(real), connect(parseServerUnderTest(embedded.kubeconfig))];
    const namespace = { metadata: { name: `ns-${id}` } };
    for (const server of servers) {
      await ask(server, "POST", "/api/v1/namespaces", namespace);
      // No controller on the real server would create it.
      await ask(server, "POST", `/api/v1/namespaces/ns-${id}/serviceaccounts`, { metadata: { name: "default" } });
    }
  });
  afterAll(async () => {
    await ask(servers[0], "DELETE", `/api/v1/namespaces/ns-${id}`, {});
    for (const { agent } of servers) agent.destroy();
    await embedded.stop();
  });

  const reasonOf = ({ path }: (typeof samples)[number]): string | undefined => unlike[path.split("/").at(-1) ?? ""];

  test.each(samples.filter((sample) => reasonOf(sample) === undefined))("$path", async (sample) => {
    for await (const { object, real, ours } of verdictsOn(sample)) expect(ours, object).toEqual(real);
  });

  test.each(samples.filter((sample) => reasonOf(sample) !== undefined))("$path differs", async (sample) => {
    const [real, ours]: [unknown[], unknown[]] = [[], []];
    for await (const each of verdictsOn(sample)) {
      real.push(each.real);
      ours.push(each.ours);
    }
    expect(ours).not.toEqual(real);
  });

  /** Returns the verdicts of both servers on the sample, and on the sample with mistakes. */
  async function* verdictsOn(sample: (typeof samples)[number]) {
    const random = seeded(2026);
    const { path, object } = expand(sample);
    const mutated = Array.from({ length: objectsOfEach }, () => mutateObject(random, object, mistakes));
    for (const each of [object, ...mutated]) {
      const [real, ours] = await Promise.all(servers.map((server) => ask(server, "POST", `${path}?dryRun=All`, each)));
      yield { object: JSON.stringify(each), real: comparable(real?.verdict), ours: comparable(ours?.verdict) };
    }
  }

  function expand({ path, object }: (typeof samples)[number]): { path: string; object: JsonObject } {
    const text = JSON.stringify({ path, object }).replaceAll("$ns", `ns-${id}`).replaceAll("$id", id);
    return JSON.parse(text) as { path: string; object: JsonObject };
  }
});

/** Omits the message: for a body of a wrong type, the contract suite compares it. */
function comparable(verdict: Verdict | undefined): Pick<Verdict, "code" | "reason" | "causes" | "warnings"> {
  const { code = 0, reason = "", causes = [], warnings = [] } = verdict ?? {};
  return { code, reason, causes, warnings: code < 300 ? warnings : [] };
}
