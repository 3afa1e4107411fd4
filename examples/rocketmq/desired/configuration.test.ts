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

import { describe, expect, test } from "vitest";
import type { Broker, BrokerSpec } from "../api/v1/broker_types.js";
import { brokerConf, changeableSettings, fixedChecksum, type GroupContext, outdatedSettings } from "./configuration.js";

const broker = (config?: BrokerSpec["config"]): Broker => ({
  apiVersion: "rocketmq.daocloud.io/v1",
  kind: "Broker",
  metadata: { namespace: "default", name: "orders" },
  spec: { nameService: "names", image: "i", storage: { size: "1Gi" }, ...(config === undefined ? {} : { config }) },
});
const context: GroupContext = {
  group: 1,
  peers: ["10.0.0.1", "10.0.0.2", "10.0.0.3"],
  nameServers: ["10.1.0.1:9876", "10.1.0.2:9876"],
  isRetiring: false,
};

describe("broker.conf", () => {
  const lines = brokerConf(broker({ fileReservedTime: "48", messageDelayLevel: "1s 5s\\n" }), context, 2).split("\n");

  test.each([
    "brokerName=orders-1",
    "dLegerGroup=orders-1",
    "dLegerSelfId=n2",
    "dLegerPeers=n0-10.0.0.1:40911;n1-10.0.0.2:40911;n2-10.0.0.3:40911",
    "namesrvAddr=10.1.0.1:9876;10.1.0.2:9876",
    "fileReservedTime=48",
    "brokerPermission=6",
  ])("says %s", (line) => expect(lines).toContain(line));

  test("escapes backslashes, which begin escapes in it", () => expect(lines).toContain("messageDelayLevel=1s 5s\\\\n"));

  test("is the same for the same settings, in whatever order they are", () => {
    const [one, other] = [broker({ a: "1", b: "2" }), broker({ b: "2", a: "1" })];
    expect(brokerConf(one, context, 0)).toBe(brokerConf(other, context, 0));
  });
});

describe("members are started again", () => {
  const before = fixedChecksum(broker({ sendMessageThreadPoolNums: "8" }), context);

  test.each<[string, Broker, GroupContext]>([
    ["other fixed settings", broker({ sendMessageThreadPoolNums: "16" }), context],
    ["fixed settings that are taken away", broker(), context],
    ["other peers", broker({ sendMessageThreadPoolNums: "8" }), { ...context, peers: ["10.0.0.9"] }],
  ])("for %s", (_, changed, in_) => expect(fixedChecksum(changed, in_)).not.toBe(before));

  test.each<[string, Broker, GroupContext]>([
    ["settings that they can change", broker({ sendMessageThreadPoolNums: "8", deleteWhen: "05" }), context],
    ["other name servers", broker({ sendMessageThreadPoolNums: "8" }), { ...context, nameServers: ["10.1.0.9:9876"] }],
    ["a group that is to go", broker({ sendMessageThreadPoolNums: "8" }), { ...context, isRetiring: true }],
  ])("but not for %s", (_, changed, in_) => expect(fixedChecksum(changed, in_)).toBe(before));
});

describe("running members", () => {
  test("go back to the default of a setting that is taken away", () => {
    const running = changeableSettings(broker({ fileReservedTime: "48" }), context);
    expect(outdatedSettings(changeableSettings(broker(), context), running)).toEqual({ fileReservedTime: "72" });
  });

  test("are told nothing that they know, whatever else they say of themselves", () => {
    const wanted = changeableSettings(broker(), context);
    expect(outdatedSettings(wanted, { ...wanted, brokerRole: "SLAVE", haListenPort: "10912" })).toEqual({});
  });

  test("take no messages in a group that is to go, whatever the user says", () => {
    const settings = changeableSettings(broker({ brokerPermission: "6" }), { ...context, isRetiring: true });
    expect(settings["brokerPermission"]).toBe("4");
  });
});
