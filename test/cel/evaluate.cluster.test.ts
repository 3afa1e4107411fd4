import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { describeCluster } from "../support/cluster.js";
import { evaluationCases } from "./evaluation-cases.js";
import { ourEvaluation, readEvaluations, serverEvaluation, writeEvaluations, type Evaluation } from "./evaluations.js";

describeCluster("values, judged by rules in the API server", (cluster) => {
  let client: HttpClient;

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  test("get the same said by us, and as it was recorded", async () => {
    const cases = evaluationCases();
    const said: (readonly [name: string, evaluation: Evaluation])[] = [];
    for (let from = 0; from < cases.length; from += 8) {
      const some = cases.slice(from, from + 8);
      const answers = await Promise.all(some.map((each) => serverEvaluation(client, each)));
      for (const [index, { name }] of some.entries()) said.push([name, answers[index]!]);
    }
    if (process.env["UPDATE_GOLDEN"] === "1") writeEvaluations(said);
    expect(cases.map((each) => [each.name, ourEvaluation(each)])).toEqual(said);
    expect([...readEvaluations()]).toEqual(said);
  }, 300_000);
});
