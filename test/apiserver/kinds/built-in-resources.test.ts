import { describe, expect, test } from "vitest";
import { builtInResources } from "../../../src/apiserver/kinds/built-in-resources.js";
import { BuiltInTypes } from "../../../src/apiserver/types/built-in-types.js";
import { GoFields } from "../../../src/schema/go-fields.js";
import { OpenApiData } from "../../../src/schema/openapi-data.js";

const data = new OpenApiData();
const resources = builtInResources(data, new BuiltInTypes(data, new GoFields()));

describe("the built-in resources", () => {
  test("are those of a real server, with what discovery says of them", () => {
    const deployments = resources.find(({ group, resource }) => group === "apps" && resource === "deployments");
    expect(deployments).toMatchObject({
      version: "v1",
      singular: "deployment",
      listKind: "DeploymentList",
      shortNames: ["deploy"],
      categories: ["all"],
      storageKey: "apps/deployments",
    });
    expect([...(deployments?.subresources.keys() ?? [])]).toEqual(["scale", "status"]);
    expect(resources.map(({ kind }) => kind)).toContain("TokenReview");
  });

  test("that can be listed have columns", () => {
    const bare = resources.filter(({ verbs, table }) => verbs.includes("list") !== table.columns.length > 0);
    expect(bare.map(({ kind }) => kind)).toEqual([]);
  });
});
