import { expect, test } from "vitest";
import { OpenApiData } from "../../src/schema/openapi-data.js";
import { describeCluster } from "../support/cluster.js";
import { assetsVersion } from "../support/control-plane.js";

describeCluster("the committed OpenAPI data", (cluster) => {
  const data = new OpenApiData(assetsVersion());

  test.each(data.apiVersions())("%s names the resources that the API server serves", async (apiVersion) => {
    const { resources = [] } = data.module(apiVersion) ?? {};
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
