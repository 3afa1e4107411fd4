/** Leader election with the scaffold's role and nothing else, and what the role allows beyond what leader election asks for. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { systemClock } from "../../src/core/clock.js";
import { Namespace } from "../../src/k8s/core/v1.js";
import { type Role, type RoleBinding } from "../../src/k8s/rbac/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { LeaderElector } from "../../src/runtime/leader-elector.js";
import { toLeaseTiming } from "../../src/runtime/lease-timing.js";
import { describeCluster } from "../support/cluster.js";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.js";
import { RecordingLogger } from "../support/recording-logger.js";

const template = new URL("../../templates/init/config/rbac/leader_election_role.yaml.hbs", import.meta.url);
const { rules = [] } = parse(readFileSync(template, "utf8").replace(/\{\{\w+\}\}/g, "demo")) as Role;

describeCluster("the role for leader election", (cluster) => {
  let admin: HttpClient;
  let operator: HttpClient;
  let proxy: FaultProxy;
  const namespace = `leader-role-${process.pid}`;

  beforeAll(async () => {
    admin = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    const nobody = await loadKubeConfig({ env: {}, kubeconfig: cluster().nobodyKubeconfig });
    proxy = await startFaultProxy(nobody);
    operator = createLiveClient({ ...proxy.config, auth: nobody.auth });
    await admin.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const metadata = { namespace, name: "leader-election-role" };
    await admin.create<Role>({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules });
    await admin.create<RoleBinding>({
      ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "RoleBinding", metadata },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: metadata.name },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "nobody" }],
    });
  });
  afterAll(async () => {
    await admin.delete(Namespace, { name: namespace });
    operator.close();
    admin.close();
    await proxy.down();
  });

  function elector(identity: string): { readonly elector: LeaderElector; readonly log: RecordingLogger } {
    const log = new RecordingLogger();
    const timing = toLeaseTiming({ leaseDurationMs: 60_000, renewDeadlineMs: 40_000, retryPeriodMs: 100 });
    const lease = { namespace, name: "demo" };
    const parts = { client: operator, lease, identity, timing, log, clock: systemClock, random: () => 0 };
    return { elector: new LeaderElector(parts), log };
  }

  test("lets a process take, renew and give back the lease, and another one take it over", async () => {
    const [first, second] = [elector("first"), elector("second")];
    const stop = new AbortController();
    expect(await first.elector.acquire(stop.signal)).toBe(true);
    const waiting = second.elector.acquire(stop.signal);
    await first.elector.hold(AbortSignal.timeout(1_000));
    await first.elector.release();
    expect(await waiting).toBe(true);
    await second.elector.release();
    const warnings = [first, second].flatMap(({ log }) => log.messages("warn"));
    expect(warnings).toEqual([]);

    const verbs: Record<string, string> = {
      GET: "get",
      POST: "create",
      PUT: "update",
      PATCH: "patch",
      DELETE: "delete",
    };
    const asked = proxy.requests.filter(({ path }) => path.includes("/leases")).map(({ method }) => verbs[method]);
    expect(rules).toEqual([
      { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: expect.anything() as string[] },
    ]);
    expect(rules[0]?.verbs.toSorted()).toEqual([...new Set(asked)].toSorted());
  });
});
