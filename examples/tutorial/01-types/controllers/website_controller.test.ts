import { TestEnvironment } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import type { Website, WebsiteSpec } from "../api/v1/website_types.js";

describe("the API server", () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
    return () => environment.stop();
  });

  const create = (name: string, spec: WebsiteSpec): Promise<Website> =>
    environment.client.create<Website>({
      apiVersion: "web.example.com/v1",
      kind: "Website",
      metadata: { namespace: "default", name },
      spec,
    });

  test("sets defaults", async () => {
    expect((await create("home", { html: "<h1>Hello</h1>" })).spec.replicas).toBe(1);
  });

  test.each([
    ["an empty page", "home", { html: "" }, "spec.html"],
    ["too many Pods", "home", { html: "<h1>Hello</h1>", replicas: 11 }, "spec.replicas"],
    ["a name that no Service can have", "my.home", { html: "<h1>Hello</h1>" }, "valid for a Service"],
  ])("rejects %s", async (_, name, spec, message) => {
    await expect(create(name, spec)).rejects.toThrow(message);
  });
});
