import { expect, test } from "vitest";
import { namesImage, setImage } from "../../../src/cluster/deploy/images.js";

function workload(
  kind: string,
  containers: object[],
  wrap: (template: object) => object = (template) => ({ template }),
) {
  const spec = wrap({ spec: { containers, initContainers: containers } });
  return {
    apiVersion: kind === "CronJob" ? "batch/v1" : "apps/v1",
    kind,
    metadata: { name: "a", namespace: "n" },
    spec,
  };
}

const placeholder = { name: "m", image: "controller:latest" };

test("the placeholder is replaced wherever a pod comes of it", () => {
  const inJob = (template: object): object => ({ jobTemplate: { spec: { template } } });
  const others = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "controller:latest" } }];
  const objects = [
    workload("Deployment", [placeholder, { name: "x", image: "side" }]),
    workload("CronJob", [placeholder], inJob),
    ...others,
  ];
  const changed = JSON.stringify(setImage(objects, "demo:v1"));
  expect(changed.match(/demo:v1/g)).toHaveLength(4);
  expect(changed.match(/"image":"side"/g)).toHaveLength(2);
  expect(JSON.stringify(objects)).not.toContain("demo:v1");
});

test("where the manifests name an image, it is that of the manager that is replaced", () => {
  const objects = [
    workload("Deployment", [
      { name: "manager", image: "old:v1" },
      { name: "proxy", image: "proxy" },
    ]),
  ];
  expect(JSON.stringify(setImage(objects, "demo:v1"))).not.toContain("old:v1");
});

test("an image for which there is no container is refused, with those that there are", () => {
  expect(() => setImage([workload("Deployment", [{ name: "app", image: "old:v1" }])], "demo:v1")).toThrow(
    expect.objectContaining({
      code: "deploy/no-container",
      hint: expect.stringContaining("Deployment n/a: app (old:v1)") as string,
    }),
  );
  expect(() => setImage([], "demo:v1")).toThrow(expect.objectContaining({ code: "deploy/no-container" }));
});

test.each([
  ["the placeholder", [placeholder], false],
  ["the placeholder without a tag", [{ name: "m", image: "controller" }], false],
  ["an image", [{ name: "m", image: "r.example.com/controller:v1" }], true],
])("manifests with %s", (_, containers, expected) => {
  expect(namesImage([workload("Deployment", containers)])).toBe(expected);
});
