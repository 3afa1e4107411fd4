import { expect, test } from "vitest";
import { MetricsClient } from "../../../src/apiserver/controllers/autoscaler/metrics-client.js";

const odd = "a?limit=1#b c";

test.each<[string, (client: MetricsClient) => Promise<unknown>, string]>([
  ["pods", (client) => client.ofPods("demo", "app=web", odd, ""), "pods/*/"],
  [
    "an object",
    (client) => client.ofObject("demo", { resource: "services", name: odd }, odd, ""),
    `services/${encodeURIComponent(odd)}/`,
  ],
  ["everything", (client) => client.external("demo", odd, ""), ""],
])("a metric of %s has its name in the path, whatever the name contains", async (_, read, place) => {
  const targets: string[] = [];
  const client = new MetricsClient(({ target }) => {
    targets.push(target);
    const object = { versions: [{ version: "v1beta2" }], items: [{ value: "1", describedObject: { name: "a" } }] };
    return Promise.resolve({ code: 200, object, text: "" });
  });
  await read(client);
  const { pathname, searchParams } = new URL(targets.at(-1) ?? "", "https://localhost");
  expect(pathname).toContain(`/namespaces/demo/${place}${encodeURIComponent(odd)}`);
  expect(searchParams.has("limit")).toBe(false);
});
