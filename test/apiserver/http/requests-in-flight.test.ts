import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { RequestsInFlight } from "../../../src/apiserver/http/requests-in-flight.js";

const user = { username: "a", groups: ["system:authenticated"] };
const administrator = { username: "b", groups: ["system:masters"] };
// The only part that it uses.
const newResponse = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test("requests beyond the limit get 429, but for watches and administrators, until others are answered", () => {
  const inFlight = new RequestsInFlight({ reading: 2, writing: 1 });
  const first = newResponse();
  inFlight.add("get", user, first);
  inFlight.add("list", user, newResponse());
  const add = (verb: string, who = user): void => inFlight.add(verb, who, newResponse());
  expect(() => add("get")).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 429 }) as unknown }),
  );
  add("get", administrator);
  add("watch");
  add("create");
  expect(() => add("update")).toThrow("Too many requests, please try again later.");
  first.emit("close");
  expect(() => add("get")).toThrow("Too many requests");
  expect(() => add("watch")).not.toThrow();
});
