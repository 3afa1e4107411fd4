import { describe, expect, test } from "vitest";
import { checkImage } from "../../src/core/image-reference.js";

describe("the name of an image", () => {
  test.each([
    "demo",
    "demo:v1",
    "r.example.com:5000/team/demo:v1",
    `demo@sha256:${"a".repeat(64)}`,
    "localhost/demo",
    "[::1]:5000/demo",
  ])("%s is one", (image) => {
    expect(checkImage(image, "--img")).toBe(image);
  });

  test.each(["", "demo:", "de mo", "https://r.example.com/demo", "demo:v1:v2", "-demo", "demo@sha256:abc", "demo\n"])(
    "%j is none",
    (image) => {
      expect(() => checkImage(image, "--img")).toThrow(`--img ${JSON.stringify(image)} is not a valid image name`);
    },
  );

  test("in capitals is shown as it is meant", () => {
    expect(() => checkImage("r.example.com/Demo:V1", "IMG")).toThrow(
      expect.objectContaining({
        code: "usage/invalid-argument",
        hint: expect.stringContaining("lower case") as string,
      }),
    );
  });
});
