import { expect, test } from "vitest";
import { eventually } from "../../src/testing/eventually.js";

test("resolves to what the check returns, once it does not throw", async () => {
  let tries = 0;
  const value = await eventually(
    () => {
      tries += 1;
      if (tries < 3) throw new Error("not yet");
      return "so";
    },
    { intervalMs: 1 },
  );
  expect([value, tries]).toEqual(["so", 3]);
});

test.each<[string, () => unknown, RegExp]>([
  [
    "throws",
    () => expect(1).toBe(2),
    /^the check did not pass within 0\.02 s \((?:1 try|\d+ tries)\); the last failure: expected 1 to be 2/,
  ],
  ["rejects", () => Promise.reject(new Error("no Bar")), /the last failure: no Bar$/],
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- users do so
  ["rejects with no error", () => Promise.reject("nothing"), /the last failure: nothing$/],
  ["does not come back", () => new Promise(() => undefined), /\(1 try\); the last try has not returned$/],
])("says how a check ended that %s", async (_, check, message) => {
  await expect(eventually(check, { timeoutMs: 20, intervalMs: 1 })).rejects.toMatchObject({
    code: "testing/timed-out",
    message: expect.stringMatching(message) as string,
  });
});
