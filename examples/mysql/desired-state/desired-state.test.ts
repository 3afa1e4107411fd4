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
import type { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import { backup, cluster } from "../test/support/objects.js";
import { configHash, configMap } from "./config-map.js";
import { initSecret, readCredentials, text } from "./init-sql.js";
import { beyondLimit, decideSchedule } from "./schedule.js";
import { addressOf, primaryService } from "./services.js";
import { rolloutOf, statefulSet } from "./stateful-set.js";
import { compareVersions, decideVersion } from "./version.js";

const encoded = (data: Record<string, string>) =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));

describe("the settings", () => {
  test("have the same hash in any order, and another one when they change", () => {
    const hash = (mysqlConf: Record<string, string | number>) => configHash(configMap(cluster("a", { mysqlConf })));
    expect(hash({ a: 1, b: "x" })).toBe(hash({ b: "x", a: 1 }));
    expect(hash({ a: 1 })).not.toBe(hash({ a: 2 }));
  });
});

describe("the SQL that nodes begin with", () => {
  test("quotes what could end a text or a line", () => {
    expect(text(String.raw`it's \ "here"`)).toBe(String.raw`'it\'s \\ "here"'`);
    expect(text("two\nlines\r\0")).toBe(String.raw`'two\nlines\r\0'`);
  });

  test("is one statement a line, and of one replica the same as of the next", () => {
    const credentials = { rootPassword: "a'\nb", account: { user: "u", password: "p", database: "d`b" } };
    const { data = {} } = initSecret(cluster("a"), credentials, "10.0.0.1");
    const sql = (key: string) => Buffer.from(data[key] ?? "", "base64").toString();
    for (const line of sql("1.sql").trim().split("\n"))
      expect(line).toMatch(/^(SET|CREATE|ALTER|GRANT|STOP|CHANGE|START).*;$/);
    expect(sql("0.sql")).not.toContain("REPLICA");
    expect(sql("1.sql")).toContain("SOURCE_HOST = '10.0.0.1'");
    expect(sql("1.sql")).toContain("CREATE DATABASE IF NOT EXISTS `d``b`");
    expect(data["8.sql"]).toBe(data["1.sql"]);
  });

  test("needs a root password, and of an account all or nothing", () => {
    expect(readCredentials({ data: encoded({ ROOT_PASSWORD: "x" }) })).toEqual({
      kind: "credentials",
      credentials: { rootPassword: "x" },
    });
    expect(readCredentials({})).toEqual({ kind: "lacking", keys: ["ROOT_PASSWORD"] });
    expect(readCredentials({ data: encoded({ ROOT_PASSWORD: "x", USER: "u", PASSWORD: "" }) })).toEqual({
      kind: "lacking",
      keys: ["PASSWORD", "DATABASE"],
    });
  });
});

describe("versions", () => {
  test("are compared by their numbers", () => {
    expect(["8.0.36", "8.4.0", "8.0.9"].sort(compareVersions)).toEqual(["8.0.9", "8.0.36", "8.4.0"]);
  });

  test("only rise, whether the StatefulSet or the status knows", () => {
    const wanted = cluster("a", { mysqlVersion: "8.0.36" });
    const input = { version: "8.4.0", replicas: 1, configHash: "", initVersion: "" };
    expect(decideVersion(wanted, undefined)).toEqual({ version: "8.0.36" });
    expect(decideVersion(wanted, statefulSet(wanted, input))).toEqual({ version: "8.4.0", refused: "8.0.36" });
    expect(decideVersion({ ...wanted, status: { version: "9.0.0" } }, statefulSet(wanted, input))).toEqual({
      version: "9.0.0",
      refused: "8.0.36",
    });
  });
});

describe("a rollout", () => {
  const input = { version: "8.4.0", replicas: 2, configHash: "", initVersion: "" };
  const set = statefulSet(cluster("a", { replicas: 2 }), input);
  const done = { replicas: 2, readyReplicas: 2, updatedReplicas: 2, currentRevision: "b", updateRevision: "b" };
  test.each([
    ["complete", { ...done, observedGeneration: 3 }],
    ["progressing", { ...done, observedGeneration: 2 }],
    ["progressing", { ...done, observedGeneration: 3, readyReplicas: 1 }],
    ["progressing", { ...done, observedGeneration: 3, replicas: 3 }],
    ["progressing", { ...done, observedGeneration: 3, currentRevision: "a", updatedReplicas: 1 }],
    ["progressing", undefined],
  ])("is %s with %j", (kind, status) => {
    const found = { ...set, metadata: { ...set.metadata, generation: 3 }, ...(status === undefined ? {} : { status }) };
    expect(rolloutOf(found).kind).toBe(kind);
  });
});

describe("an address", () => {
  test.each([
    ["10.0.0.1", "10.0.0.1:3306"],
    ["fd00::1", "[fd00::1]:3306"],
    ["None", undefined],
    [undefined, undefined],
  ])("of the IP %s is %s", (clusterIP, address) => {
    const service = primaryService(cluster("a"));
    expect(
      addressOf({ ...service, spec: { ...service.spec, ...(clusterIP === undefined ? {} : { clusterIP }) } }),
    ).toBe(address);
  });
});

describe("the schedule", () => {
  const at = (time: string) => new Date(`2026-02-01T${time}Z`);
  const scheduled = (backups?: { schedule: string; nextTime: string }) => ({
    ...cluster("a", { backupSchedule: "15 */10 * * * *" }),
    ...(backups === undefined ? {} : { status: { backups } }),
  });
  const known = { schedule: "15 */10 * * * *", nextTime: "2026-02-01T10:00:15Z" };

  test("begins now", () => {
    expect(decideSchedule(cluster("a"), at("10:00:00"))).toEqual({ kind: "none" });
    expect(decideSchedule(scheduled(), at("10:00:15"))).toEqual({
      kind: "wait",
      status: { ...known, nextTime: "2026-02-01T10:10:15Z" },
    });
  });

  test("waits, is due to the second, and skips what was missed", () => {
    expect(decideSchedule(scheduled(known), at("10:00:14"))).toEqual({ kind: "wait", status: known });
    const due = { kind: "due", dueTime: known.nextTime };
    const after = (nextTime: string) => ({ ...known, nextTime, lastTime: known.nextTime });
    expect(decideSchedule(scheduled(known), at("10:00:15"))).toEqual({ ...due, status: after("2026-02-01T10:10:15Z") });
    expect(decideSchedule(scheduled(known), at("17:31:00"))).toEqual({ ...due, status: after("2026-02-01T17:40:15Z") });
  });

  test("starts again after a change", () => {
    const other = { schedule: "0 0 0 * * *", nextTime: "2026-02-01T00:00:00Z" };
    expect(decideSchedule(scheduled(other), at("10:00:00"))).toMatchObject({
      kind: "wait",
      status: { nextTime: "2026-02-01T10:00:15Z" },
    });
  });

  test.each(["0 0 0 31 2 *", "60 * * * * *", "a b c d e f"])("%s is refused", (backupSchedule) => {
    expect(decideSchedule(cluster("a", { backupSchedule }), at("10:00:00")).kind).toBe("invalid");
  });

  test("keeps as many as the limit says, of those that succeeded and of those that failed", () => {
    const made = (name: string, phase: "Complete" | "Failed" | "Running"): MysqlBackup => ({
      ...backup(name, { clusterName: "a" }),
      status: { phase },
    });
    const all = [made("a-1", "Complete"), made("a-2", "Complete"), made("a-3", "Failed"), made("a-4", "Running")];
    expect(beyondLimit([...all, made("a-5", "Complete")], 2).map(({ metadata }) => metadata.name)).toEqual(["a-1"]);
    expect(beyondLimit(all, 1).map(({ metadata }) => metadata.name)).toEqual(["a-1"]);
    expect(beyondLimit([], 1)).toEqual([]);
  });
});
