/** The examples of docs/how-to/testing.md for vitest, run unchanged; the example for Node's test runner has a separate test. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exampleModules } from "../support/example-modules.js";

const page = "docs/how-to/testing.md";
const examples = exampleModules(page).filter(({ code }) => code.includes('from "vitest"'));

beforeAll(() => void vi.stubEnv("KUBEBUILDER_ASSETS", ""));
afterAll(() => void vi.unstubAllEnvs());

describe.each(examples)("$id", async ({ id }) => {
  await import(/* @vite-ignore */ id);
});

test("each example is run by one of the two", () => {
  const all = [...readFileSync(page, "utf8").matchAll(/```ts\n/g)];
  const others = exampleModules(page).filter(({ code }) => code.includes('from "node:test"'));
  expect(examples.length + others.length).toBe(all.length);
});
