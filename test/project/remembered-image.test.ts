import { beforeEach, expect, test } from "vitest";
import { takeOver } from "../../src/machinery/project-state.js";
import {
  findRememberedImage,
  readRememberedImage,
  rememberBuilt,
  rememberedBase,
  rememberImage,
  rememberPushed,
} from "../../src/project/remembered-image.js";
import { tempFolder } from "../support/temp-folder.js";

const digest = `sha256:${"0f".repeat(32)}`;
let place: { cwd: string; env: Record<string, string> };
beforeEach(() => {
  place = { cwd: tempFolder(), env: {} };
  takeOver(place.cwd);
});

test("what was built and pushed is still known after another image was deployed", () => {
  rememberBuilt(place, "demo:v1", { tool: "podman", id: "one", base: "base:1" });
  rememberPushed(place, "demo:v1", digest);
  rememberImage(place, "other:v9");
  expect(readRememberedImage(place)).toEqual({ image: "other:v9" });
  const known = { image: "demo:v1", built: { tool: "podman", id: "one", base: "base:1" }, pushed: { digest } };
  expect(findRememberedImage(place, "demo:v1")).toEqual(known);
  expect(rememberedBase(place)).toBe("base:1");
  rememberImage(place, "demo:v1");
  expect(readRememberedImage(place)).toEqual(known);
});

test("a rebuilt image is not pushed, unless it is the same", () => {
  rememberBuilt(place, "demo:v1", { id: "one" });
  rememberPushed(place, "demo:v1", digest);
  rememberBuilt(place, "demo:v1", { id: "one" });
  expect(readRememberedImage(place)?.pushed).toEqual({ digest });
  rememberBuilt(place, "demo:v1", { id: "two" });
  expect(readRememberedImage(place)).toEqual({ image: "demo:v1", built: { id: "two" } });
});

test("a text that is no digest is none", () => {
  rememberPushed(place, "demo:v1", "sha256:1 --privileged");
  expect(readRememberedImage(place)).toEqual({ image: "demo:v1", pushed: {} });
});

test("ten images are remembered", () => {
  for (let count = 1; count <= 12; count += 1) rememberImage(place, `demo:v${count}`);
  expect(findRememberedImage(place, "demo:v3")).toBeDefined();
  expect(findRememberedImage(place, "demo:v2")).toBeUndefined();
});
