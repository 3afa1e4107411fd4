import { expect, test } from "vitest";
import { readModules } from "../../scripts/k8s/read-modules.js";
import { describeCluster } from "../support/cluster.js";

describeCluster("the committed OpenAPI data", (cluster) => {
  const served = [...readModules()].filter(([, { apiVersion }]) => apiVersion !== "");

  test.each(served)("%s names the resources that the API server serves", async (_module, { apiVersion, resources }) => {
    const route = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const answer = JSON.parse(await cluster().kubectl(["get", "--raw", route])) as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    const expected = answer.resources
      .filter(({ name }) => !name.includes("/"))
      .map(({ name, kind, namespaced }) => ({ name, kind, namespaced }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(resources.map(({ name, kind, namespaced }) => ({ name, kind, namespaced }))).toEqual(expected);
  });
});
