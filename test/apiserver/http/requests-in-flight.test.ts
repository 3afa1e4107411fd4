import { expect, test } from "vitest";
import { RequestsInFlight } from "../../../src/apiserver/http/requests-in-flight.js";

const user = { username: "a", groups: ["system:authenticated"] };
const administrator = { username: "b", groups: ["system:masters"] };
const newRequest = (whenOver: (listener: () => void) => void = () => undefined) => ({ whenOver });

test("requests beyond the limit get 429, except watches and administrators, until other requests end", () => {
  const inFlight = new RequestsInFlight({ reading: 2, writing: 1 });
  let end = (): void => undefined;
  inFlight.add(
    "get",
    user,
    newRequest((listener) => (end = listener)),
  );
  inFlight.add("list", user, newRequest());
  const add = (verb: string, who = user): void => inFlight.add(verb, who, newRequest());
  expect(() => add("get")).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 429 }) as unknown }),
  );
  add("get", administrator);
  add("watch");
  add("create");
  expect(() => add("update")).toThrow("Too many requests, please try again later.");
  end();
  expect(() => add("get")).toThrow("Too many requests");
  expect(() => add("watch")).not.toThrow();
});

test("a limit of zero is no limit", () => {
  const inFlight = new RequestsInFlight({ reading: 0, writing: 1 });
  for (let count = 0; count < 1_000; count++) inFlight.add("get", user, newRequest());
  inFlight.add("create", user, newRequest());
  expect(() => inFlight.add("create", user, newRequest())).toThrow("Too many requests");
});
