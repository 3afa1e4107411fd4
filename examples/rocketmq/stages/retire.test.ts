/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { expect, test } from "vitest";
import type { Broker } from "../api/v1/broker_types.js";
import { groupLabels } from "../desired/labels.js";
import type { Member } from "./members.js";
import { leftoverGroups, nextRetirement, type Retiring, type Retirement } from "./retire.js";

const now = Date.parse("2026-01-01T00:01:00Z");
const graceMs = 60_000;

function member(available: boolean, isReadOnly: boolean): Member {
  return { node: { name: "m", group: 1, role: "Follower", available }, isCurrent: true, isReadOnly };
}

const readOnly: Retiring = {
  hasStatefulSet: true,
  pods: 2,
  members: [member(true, true), member(true, true)],
  retiringSince: "2026-01-01T00:00:30Z",
};

test.each<[string, Partial<Retiring>, Partial<Retirement>]>([
  [
    "waits for members that still take messages",
    { members: [member(true, true), member(true, false)] },
    { step: "wait" },
  ],
  ["gives its readers time", {}, { step: "wait", milliseconds: 30_000 }],
  ["stops when their time is over", { retiringSince: "2026-01-01T00:00:00Z" }, { step: "stop" }],
  [
    "stops also where a member does not respond",
    { retiringSince: "2026-01-01T00:00:00Z", members: [member(false, false)] },
    { step: "stop" },
  ],
  [
    "has its full time if no start time is recorded",
    { retiringSince: undefined },
    { step: "wait", milliseconds: graceMs },
  ],
  ["waits until its members have stopped", { hasStatefulSet: false, pods: 1 }, { step: "wait" }],
  ["is tidied away at last", { hasStatefulSet: false, pods: 0 }, { step: "tidy" }],
])("a group that is to go %s", (_, state, next) => {
  expect(nextRetirement({ ...readOnly, ...state }, graceMs, now)).toMatchObject(next);
});

test("finds removed groups by any remaining object, the last group first", () => {
  const broker: Broker = {
    apiVersion: "rocketmq.daocloud.io/v1",
    kind: "Broker",
    metadata: { name: "orders" },
    spec: { groups: 1, nameService: "names", image: "i", storage: { size: "1Gi" } },
  };
  const objects = [0, 2, 1, 2].map((group) => ({ metadata: { name: "x", labels: groupLabels("orders", group) } }));
  expect(leftoverGroups(broker, [...objects, { metadata: { name: "of no group" } }])).toEqual([2, 1]);
});
