/** An operator whose kind Bar has become Baz: each object gets a Deployment, and a resource outside of the cluster. */
import {
  createOrUpdate,
  type CustomResource,
  defineKind,
  done,
  type KubeObject,
  type Manager,
  objectReconciler,
  setControllerReference,
  updateStatusIfChanged,
  withFinalizer,
} from "../../src/index.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { type KindMigration, migrateKind, type MigrateKindOptions } from "../../src/migrate/index.js";
import { simpleCrd } from "../support/crds.js";

export const group = "migrate.tsop.test";
export const oldFinalizer = `${group}/bar`;
export const newFinalizer = `${group}/baz`;

interface Fields {
  spec?: { size?: number; text?: string };
  status?: { ready?: number; observedGeneration?: number };
}
export interface Bar extends CustomResource<"migrate.tsop.test/v1", "Bar">, Fields {}
export const Bar = defineKind<Bar>("migrate.tsop.test/v1", "Bar");
export interface Baz extends CustomResource<"migrate.tsop.test/v1", "Baz">, Fields {}
export const Baz = defineKind<Baz>("migrate.tsop.test/v1", "Baz");

export const barCrd = simpleCrd(group, "bars", "Bar");
export const bazCrd = simpleCrd(group, "bazs", "Baz");

/** What the operator's new controller did. */
export interface Recorded {
  /** The names of the objects whose resource outside of the cluster it has removed. */
  readonly cleanedUp: string[];
  /** Its violations: it worked on an object before it owned the Deployment. */
  readonly violations: string[];
}

export function setUp(
  manager: Manager,
  recorded: Recorded,
  options: Partial<MigrateKindOptions<Bar, Baz>> = {},
): KindMigration {
  const migration = migrateKind<Bar, Baz>(manager, {
    ...{ from: Bar, to: Baz, dependents: [Deployment, ConfigMap] },
    finalizers: { [oldFinalizer]: newFinalizer },
    ...options,
  });
  const reconciler = objectReconciler(manager.client, Baz, {
    reconcile: (object, { signal }) =>
      withFinalizer(manager.client, object, {
        ...{ finalizer: newFinalizer, signal },
        cleanUp: ({ metadata }) => Promise.resolve(void recorded.cleanedUp.push(metadata.name)),
        reconcile: async (baz) => {
          const { namespace = "", name } = baz.metadata;
          await createOrUpdate(manager.client, emptyDeployment(namespace, name), (deployment) => {
            const owner = deployment.metadata.ownerReferences?.find(({ controller }) => controller === true);
            if (owner !== undefined && owner.uid !== baz.metadata.uid)
              recorded.violations.push(`${name}: ${owner.kind}`);
            setControllerReference(baz, deployment);
            deployment.spec.replicas = baz.spec?.size ?? 0;
          });
          await updateStatusIfChanged(manager.client, baz, (draft) => {
            draft.status = { ...draft.status, ready: baz.spec?.size ?? 0 };
          });
          return done();
        },
      }),
  });
  manager.controller("baz").for(Baz).owns(Deployment).complete(migration.gate(reconciler));
  return migration;
}

export function bar(namespace: string, name: string, more: Partial<Bar["metadata"]> = {}, spec = { size: 0 }): Bar {
  return { apiVersion: "migrate.tsop.test/v1", kind: "Bar", metadata: { namespace, name, ...more }, spec };
}

export function emptyDeployment(namespace: string, name: string): Deployment {
  const labels = { app: name };
  return {
    ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { namespace, name } },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "app", image: "pause" }] } },
    },
  };
}

/** The Deployment that the old operator has created for an object. */
export function ownedDeployment(owner: KubeObject): Deployment {
  const deployment = emptyDeployment(owner.metadata.namespace ?? "", owner.metadata.name);
  setControllerReference(owner, deployment);
  return deployment;
}
