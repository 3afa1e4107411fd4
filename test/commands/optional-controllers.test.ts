import { expect, test } from "vitest";
import { parseControllers } from "../../src/commands/optional-controllers.js";

test("controllers are named by words and lists of words", () => {
  const name = "persistentvolume-binder-controller";
  expect(parseControllers([`${name}, `])).toEqual([name]);
  expect(parseControllers([])).toEqual([]);
});

test("every unknown controller is reported, with what was meant", () => {
  expect(() => parseControllers(["persistentvolume-binder,x", "y"])).toThrow(
    expect.objectContaining({
      code: "usage/invalid-argument",
      message:
        '--controllers: unknown controller "persistentvolume-binder" (did you mean persistentvolume-binder-controller?); ' +
        'unknown controller "x"; unknown controller "y"',
      hint: expect.stringContaining("persistentvolume-binder-controller") as string,
    }),
  );
});
