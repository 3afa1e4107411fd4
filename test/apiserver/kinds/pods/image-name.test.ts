import { expect, test } from "vitest";
import { imageTag } from "../../../../src/apiserver/kinds/pods/image-name.js";

test.each([
  ["nginx", "latest"],
  ["nginx:1.27", "1.27"],
  ["localhost:5000/nginx", "latest"],
  ["registry.example.com:5000/a/b:v1", "v1"],
  [`nginx@sha256:${"0".repeat(64)}`, ""],
  [`nginx:1@sha256:${"0".repeat(64)}`, "1"],
  ["NGINX", ""],
  ["Example.com/nginx", "latest"],
  ["nginx:", ""],
  ["", ""],
  ["a".repeat(64), ""],
])("the tag of %j is %j", (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});
