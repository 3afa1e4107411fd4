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

/**
 * Tests databases in a cluster where pods run. `STAND_IN_IMG` names the image of `stand-in/`. The volumes are folders of the
 * node, which must be this machine; otherwise, set `E2E_STORAGE_CLASS` to a storage class that creates volumes.
 */

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SampleDB, SampleDBSpec } from "../../api/v1/sampledb_types.js";

const image = process.env["STAND_IN_IMG"] ?? "";
const storageClass = process.env["E2E_STORAGE_CLASS"] ?? "";
const patience = { timeout: 120_000, interval: 500 };

/** Defines the cases for the suite that deploys the operator. */
export function databaseCases(context: string, operatorNamespace: string): void {
  describe("a SampleDB", { timeout: 300_000 }, () => {
    const namespace = `sampledb-e2e-${Date.now().toString(36)}`;
    const folder = mkdtempSync(path.join(tmpdir(), "sampledb-e2e-"));
    const backups = path.join(folder, "backups");

    const kubectl = (args: readonly string[], options: { input?: string; editor?: string } = {}): string =>
      execFileSync("kubectl", ["--context", context, "--namespace", namespace, ...args], {
        encoding: "utf8",
        env: { ...process.env, ...(options.editor !== undefined && { KUBE_EDITOR: options.editor }) },
        ...(options.input !== undefined && { input: options.input }),
      });

    const apply = (...objects: readonly object[]): void =>
      void kubectl(["apply", "-f", "-"], { input: JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }) });

    const exists = (...what: string[]): boolean => kubectl(["get", ...what, "--ignore-not-found", "-o", "name"]) !== "";

    const find = (name: string): SampleDB => JSON.parse(kubectl(["get", "SampleDB", name, "-o", "json"])) as SampleDB;

    const reaches = (name: string, phase: string): Promise<void> =>
      expect
        .poll(() => {
          const { status, metadata } = find(name);
          return status?.observedGeneration === metadata.generation ? status?.phase : undefined;
        }, patience)
        .toBe(phase);

    /** Runs `kubectl edit` with sed as the editor. */
    const edit = (name: string, expression: string): string =>
      kubectl(["edit", `SampleDB/${name}`], { editor: `sed -i -E '${expression}'` });

    const killOperator = (): void => {
      const pods = ["delete", "pods", "--selector", "control-plane=controller-manager", "--wait=false"];
      execFileSync("kubectl", [
        "--context",
        context,
        "--namespace",
        operatorNamespace,
        ...pods,
        "--grace-period=0",
        "--force",
      ]);
    };

    /** Logs the output that a user sees. */
    const tell = (...texts: string[]): void => void process.stdout.write(`\n${texts.join("\n")}\n`);

    const saved = (kind: string): string[] => readdirSync(backups).filter((name) => name.includes(`-${kind}-`));

    beforeAll(() => {
      if (image === "")
        throw new Error("Set the image of test/e2e/stand-in: STAND_IN_IMG=registry.example.com/stand-in:1");
      chmodSync(folder, 0o777);
      kubectl(["create", "namespace", namespace]);
      apply(
        {
          apiVersion: "v1",
          kind: "Secret",
          metadata: { name: "example-database-credentials" },
          stringData: { username: "app", password: "s3cret" },
        },
        ...volumeFor("example-database-backups", backups, "Retain"),
        claim("example-database-backups"),
        ...volumeFor("example-database-data", path.join(folder, "data"), "Delete"),
        ...volumeFor("restored-data", path.join(folder, "restored"), "Delete"),
      );
    });

    afterAll(() => {
      // Delete the remaining databases without a snapshot.
      for (const name of kubectl(["get", "SampleDB", "-o", "name"]).split("\n").filter(Boolean)) {
        kubectl(["patch", name, "--type=merge", "-p", '{"spec":{"deletionPolicy":"Delete"}}']);
        kubectl(["delete", name, "--ignore-not-found"]);
      }
      kubectl(["delete", "namespace", namespace]);
      if (storageClass === "")
        kubectl(["delete", "pv", "--selector", `sampledb-e2e=${namespace}`, "--ignore-not-found"]);
      rmSync(folder, { recursive: true, force: true });
    });

    const claim = (name: string): object => ({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name },
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: storageClass,
        resources: { requests: { storage: "1Gi" } },
      },
    });

    /** Creates a folder on this machine, which is the node; the user of the pods may write to it. */
    function volumeFor(claimName: string, hostPath: string, reclaimPolicy: "Retain" | "Delete"): object[] {
      if (storageClass !== "") return [];
      mkdirSync(hostPath);
      chmodSync(hostPath, 0o777);
      const metadata = { name: `${namespace}-${claimName}`, labels: { "sampledb-e2e": namespace } };
      const spec = {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        storageClassName: "",
        persistentVolumeReclaimPolicy: reclaimPolicy,
        claimRef: { namespace, name: claimName },
        hostPath: { path: hostPath },
      };
      return [{ apiVersion: "v1", kind: "PersistentVolume", metadata, spec }];
    }

    function create(name: string, spec: Partial<SampleDBSpec> = {}): void {
      apply({
        apiVersion: "databases.example.com/v1",
        kind: "SampleDB",
        metadata: { name },
        spec: {
          image,
          version: "1.0",
          storage: "1Gi",
          storageClassName: storageClass,
          credentialsSecretName: "example-database-credentials",
          backupClaimName: "example-database-backups",
          ...spec,
        },
      });
    }

    /** Sends rows to the database, like an application, and returns all its rows. */
    async function rowsOf(name: string, rows?: Record<string, string>): Promise<Record<string, string>> {
      const forwarding = spawn("kubectl", [
        "--context",
        context,
        "--namespace",
        namespace,
        "port-forward",
        `service/${name}`,
        ":5432",
      ]);
      try {
        for await (const line of createInterface(forwarding.stdout)) {
          const port = /:(\d+) ->/.exec(line)?.[1];
          if (port === undefined) continue;
          const authorization = `Basic ${Buffer.from("app:s3cret").toString("base64")}`;
          const request = rows === undefined ? {} : { method: "POST", body: JSON.stringify(rows) };
          const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization }, ...request });
          return ((await response.json()) as { rows: Record<string, string> }).rows;
        }
        throw new Error("kubectl port-forward has ended");
      } finally {
        forwarding.kill();
      }
    }

    test("is created, initialised and listed", async () => {
      create("example-database");
      await reaches("example-database", "Running");
      expect(await rowsOf("example-database", { answer: "42" })).toEqual({ created: "yes", answer: "42" });
      const listed = kubectl(["get", "SampleDB"]);
      expect(listed).toMatch(/^NAME +VERSION +READY +PHASE +LAST BACKUP +AGE\n/);
      expect(listed).toMatch(/\nexample-database +1\.0 +True +Running /);
      tell(listed, kubectl(["get", "statefulset,pvc,job,service,configmap", "-l", "databases.example.com/database"]));
    });

    test("is backed up on schedule after a user adds a schedule", async () => {
      edit("example-database", 's/^( +)backupClaimName:.*/&\\n\\1backup: { schedule: "* * * * *", keep: 2 }/');
      await expect.poll(() => find("example-database").status?.backup?.lastSuccessName, patience).toBeDefined();
      const name = find("example-database").status?.backup?.lastSuccessName ?? "";
      expect(saved("backup")).toContain(name);
      tell(kubectl(["get", "SampleDB"]), kubectl(["get", "jobs"]));
      kubectl(["patch", "SampleDB", "example-database", "--type=merge", "-p", '{"spec":{"backup":{"suspend":true}}}']);
    });

    test("refuses to leave a version out, upgrades to the next, and survives its operator's death meanwhile", async () => {
      edit("example-database", 's/^( +version:).*/\\1 "1.2"/');
      await reaches("example-database", "VersionRefused");
      tell(kubectl(["get", "SampleDB", "-o", "wide"]));
      edit("example-database", 's/^( +version:).*/\\1 "1.1"/');
      await expect
        .poll(() => find("example-database").status?.phase, patience)
        .toMatch(/Stopping|TakingSnapshot|Upgrading/);
      killOperator();
      await reaches("example-database", "Running");
      expect(find("example-database").status?.version).toBe("1.1");
      expect(await rowsOf("example-database")).toEqual({ created: "yes", answer: "42", upgradedFrom: "1.0" });
      expect(saved("before")).toHaveLength(1);
    });

    test("is not deleted before there is a snapshot; then its StatefulSet and its volume are gone", async () => {
      chmodSync(backups, 0o555); // no snapshot can be written
      kubectl(["delete", "SampleDB", "example-database", "--wait=false"]);
      await reaches("example-database", "SnapshotFailed");
      tell(
        kubectl(["get", "SampleDB", "-o", "wide"]),
        kubectl(["get", "events", "--field-selector", "reason=SnapshotFailed"]),
      );
      expect(exists("pvc", "example-database-data")).toBe(true);
      chmodSync(backups, 0o777);
      killOperator();
      await expect.poll(() => exists("SampleDB", "example-database"), patience).toBe(false);
      expect(exists("statefulset", "example-database")).toBe(false);
      expect(exists("pvc", "example-database-data")).toBe(false);
      if (storageClass === "") await expect.poll(() => existsSync(path.join(folder, "data")), patience).toBe(false);
      expect(saved("final")).toHaveLength(1);
    });

    test("begins with the data of a snapshot, where one is named", async () => {
      const [restoreFrom = ""] = saved("final");
      create("restored", { version: "1.1", restoreFrom, deletionPolicy: "Delete" });
      await reaches("restored", "Running");
      expect(await rowsOf("restored")).toMatchObject({ answer: "42", upgradedFrom: "1.0" });
    });
  });
}
