import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { rbacCheck } from "../../src/commands/rbac-check.js";
import type { JsonValue } from "../../src/core/json.js";
import { parseAllYaml, printYamlDocuments } from "../../src/core/yaml.js";
import { auditModel, type Need } from "../../src/generate/audit-permissions.js";
import type { Manager } from "../../src/index.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { type KubeObject, unstructured } from "../../src/kube/objects.js";
import { readProject } from "../../src/project/file.js";
import { readPrograms } from "../../src/source/read-programs.js";
import { ShopReconciler } from "../fixtures/operators/shop/controllers/shop_controller.js";
import { TenantReconciler } from "../fixtures/operators/tenant/controllers/tenant_controller.js";
import { ZoneReconciler } from "../fixtures/operators/tenant/controllers/zone_controller.js";
import { assetsFolder, type ControlPlane, startControlPlane } from "../support/control-plane.js";
import { DeployedOperator, type OperatorSettings, type RunningOperator } from "../support/deployed-operator.js";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Role {
  readonly kind: string;
  readonly rules?: readonly Rule[];
}

interface Audit {
  readonly needs: readonly Need[];
  readonly missing: readonly Need[];
}

interface Case extends OperatorSettings {
  /** Creates objects of the operator's kinds, with that name. */
  readonly sample: (name: string) => readonly KubeObject[];
  /** The kind whose objects own others, and must exist, and be ready, when the operator is done. */
  readonly owner: { readonly apiVersion: string; readonly kind: string };
  /** `verb resource` of every permission that the code needs. */
  readonly needs: readonly string[];
  /**
   * The permissions that the role grants although no request needs them: the cache serves its `get`s, and this API server
   * streams objects that older servers only return by `list`.
   */
  readonly spare: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "shop",
    domain: "example.com",
    namespaced: false,
    setUp: (manager: Manager) => new ShopReconciler(manager.client).setupWithManager(manager),
    owner: { apiVersion: "store.example.com/v1", kind: "Shop" },
    sample: (name) => [
      {
        apiVersion: "store.example.com/v1",
        kind: "Shop",
        metadata: { name, namespace: "default" },
        spec: { text: "a" },
      },
    ],
    needs: [
      ...["create configmaps", "get configmaps", "list configmaps", "update configmaps", "watch configmaps"],
      ...["get namespaces", "list nodes"],
      ...["create secrets", "delete secrets", "get secrets", "list secrets", "watch secrets"],
      ...["create services", "delete services", "get services", "patch services"],
      ...["get shops", "list shops", "patch shops", "update shops/finalizers"],
      ...["patch shops/status", "update shops/status", "watch shops"],
    ],
    spare: [...["get configmaps", "get secrets", "get shops"], ...["list configmaps", "list secrets", "list shops"]],
  },
  {
    name: "tenant",
    domain: "example.com",
    namespaced: true,
    setUp: (manager: Manager) => {
      new TenantReconciler(manager.client).setupWithManager(manager);
      new ZoneReconciler(manager.client).setupWithManager(manager);
    },
    owner: { apiVersion: "estate.example.com/v1", kind: "Tenant" },
    sample: (name) => [
      { apiVersion: "estate.example.com/v1", kind: "Zone", metadata: { name }, spec: { area: "north" } },
      {
        apiVersion: "estate.example.com/v1",
        kind: "Tenant",
        metadata: { name, namespace: "tenant-system" },
        spec: { zone: name },
      },
    ],
    needs: [
      ...["create configmaps", "get configmaps", "list configmaps", "patch configmaps", "watch configmaps"],
      ...["get namespaces", "create priorityclasses", "patch priorityclasses", "list storageclasses"],
      ...["get tenants", "list tenants", "update tenants/finalizers", "update tenants/status", "watch tenants"],
      ...["get zones", "list zones", "patch zones/status", "watch zones"],
    ],
    spare: [...["get configmaps", "get tenants", "get zones"], ...["list configmaps", "list tenants", "list zones"]],
  },
];

const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 50 });

// Like on OpenShift: a client that sets an owner which blocks its own deletion needs the right to update the owner's
// finalizers.
const plugins = ["OwnerReferencesPermissionEnforcement"];

describe.skipIf(assetsFolder === undefined)("the generated role (needs KUBEBUILDER_ASSETS)", () => {
  let plane: ControlPlane;
  let client: HttpClient;

  beforeAll(async () => {
    plane = await startControlPlane(assetsFolder, plugins);
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
  });
  afterAll(async () => {
    client.close();
    await plane.stop();
  });

  describe.each(cases)("of the operator $name", ({ owner, sample, needs, spare, ...settings }) => {
    let operator: DeployedOperator;
    let role: string;
    let count = 0;
    const roleFile = (): string => path.join(operator.root, "config/rbac/role.yaml");

    beforeAll(async () => {
      operator = new DeployedOperator(settings, plane, client);
      await operator.install();
      await operator.waitForOwner(owner);
      role = readFileSync(roleFile(), "utf8");
    });
    afterAll(() => operator.remove());

    /** Lets the operator create and delete objects once, unless the API server rejects a request. */
    async function liveOnce(running: RunningOperator): Promise<string[]> {
      const name = `sample-${++count}`;
      const [kind, key] = [unstructured(owner.apiVersion, owner.kind), { name, namespace: operator.objects }];
      for (const object of sample(name)) await client.apply(object);
      await eventually(async () => {
        const found = await client.get(kind, key);
        if (running.refused().length === 0) expect(found).toMatchObject({ status: { phase: "Ready" } });
      });
      if (running.refused().length > 0) return running.refused();
      await client.delete(kind, key);
      await eventually(async () => {
        const left = await client.get(kind, key);
        if (running.refused().length === 0) expect(left).toBeUndefined();
      });
      return running.refused();
    }

    test("lets it do all that it does, as leader too", async () => {
      const found = (await rbacCheck({ explain: true }, operator.context)).json as unknown as Audit;
      expect(found.missing).toEqual([]);
      expect(inferredOf(found).map(nameOf).toSorted()).toEqual(needs.toSorted());
      const running = await operator.run({ leaderElect: true, leaderElectionNamespace: operator.namespace });
      try {
        expect(await liveOnce(running)).toEqual([]);
        expect(await running.countForbidden()).toBe(0);
      } finally {
        await running.stop();
      }
    });

    test("is too little without any verb of it that is asked for, and the audit names that one", async () => {
      const silent: string[] = [];
      const { model } = readPrograms({ root: operator.root, definitions: undefined }).operator;
      const audit = (roles: readonly JsonValue[]): Audit => auditModel(model, readProject(operator.root), roles).audit;
      for (const need of inferredOf(audit([]))) {
        const reduced = without(role, need) as unknown as JsonValue[];
        expect(audit(reduced).missing.map(nameOf)).toEqual([nameOf(need)]);
        writeFileSync(roleFile(), printYamlDocuments(reduced));
        await operator.applyManagerRoles();
        await operator.waitForLoss(need);
        const running = await operator.run();
        const refused = await liveOnce(running);
        if (refused.length === 0) silent.push(nameOf(need));
        else expect(refused).toEqual([need.resource.endsWith("/finalizers") ? ownersFinalizers : nameOf(need)]);
        await running.stop();
      }
      writeFileSync(roleFile(), role);
      await operator.applyManagerRoles();
      expect(silent.toSorted()).toEqual(spare);
    }, 300_000);
  });
});

const ownersFinalizers = "update the owner's finalizers";

/** Returns the permissions that follow from the code, not from the existence of a controller. */
function inferredOf({ needs }: Audit): Need[] {
  return needs.filter(({ causes }) => causes.some(({ why }) => !why.startsWith("the controller of")));
}

function nameOf({ verb, resource }: Need): string {
  return `${verb} ${resource}`;
}

/** Returns the role's documents without one verb on one resource. */
function without(role: string, { group, resource, verb }: Need): Role[] {
  return (parseAllYaml(role, "role.yaml") as Role[]).map((document) => {
    if (document.rules === undefined) return document;
    const single = document.rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((apiGroup) =>
        resources.map((name) => ({
          apiGroups: [apiGroup],
          resources: [name],
          verbs: verbs.filter((each) => !(apiGroup === group && name === resource && each === verb)),
        })),
      ),
    );
    return { ...document, rules: single.filter(({ verbs }) => verbs.length > 0) };
  });
}
