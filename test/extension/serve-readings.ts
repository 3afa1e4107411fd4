/** An extension API server behind an API server, with the rights that its documentation names. */
import { expect, vi } from "vitest";
import { createExtensionServer } from "../../src/extension/extension-server.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { streamSubresource } from "../../src/extension/subresources/stream-subresource.js";
import { virtualStorage } from "../../src/extension/storage.js";
import type { ExtensionServerOptions } from "../../src/extension/options.js";
import { APIService } from "../../src/k8s/apiregistration/v1.js";
import { type Namespace, type Service, ServiceAccount } from "../../src/k8s/core/v1.js";
import type { ClusterRole, ClusterRoleBinding, RoleBinding } from "../../src/k8s/rbac/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { type Load, loads, Reading, readings } from "./reading-kinds.js";

export interface ServedReadings {
  /** Of the main API server, as an administrator. */
  readonly client: HttpClient;
  /** Of the extension API server itself. */
  readonly port: number;
  readonly caBundle: string;
  /** What the source of the virtual kind returns. */
  readonly values: Map<string, number>;
  close(): Promise<void>;
}

export const namespace = "readings";
const group = "metrics.abc.com";
const account = { kind: "ServiceAccount", name: "readings", namespace } as const;
const rbac = "rbac.authorization.k8s.io";

const objects: readonly KubeObject[] = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } } satisfies Namespace,
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace, name: "readings" } } satisfies ServiceAccount,
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRoleBinding", metadata: { name: "readings:auth-delegator" } },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "system:auth-delegator" },
    subjects: [account],
  } as ClusterRoleBinding,
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "RoleBinding" },
    metadata: { namespace: "kube-system", name: "readings:authentication-reader" },
    roleRef: { apiGroup: rbac, kind: "Role", name: "extension-apiserver-authentication-reader" },
    subjects: [account],
  } as RoleBinding,
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name: "readings:namespaces" } },
    rules: [{ apiGroups: [""], resources: ["namespaces"], verbs: ["get"] }],
  } as ClusterRole,
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRoleBinding", metadata: { name: "readings:namespaces" } },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "readings:namespaces" },
    subjects: [account],
  } as ClusterRoleBinding,
  {
    ...{ apiVersion: "v1", kind: "Service", metadata: { namespace, name: "readings" } },
    spec: { type: "ExternalName", externalName: "127.0.0.1" },
  } as Service,
];

/** Creates a Reading with the name `roof`. */
export async function createRoof(client: HttpClient): Promise<void> {
  await client.create<Reading>({
    ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
    metadata: { namespace, name: "roof" },
    spec: { sensor: "north" },
  });
}

/** @param kubeconfig - the path of an administrator's */
export async function serveReadings(
  kubeconfig: string,
  more: Partial<ExtensionServerOptions> = {},
): Promise<ServedReadings> {
  const config = await loadKubeConfig({ env: {}, kubeconfig });
  const client = createLiveClient(config, { fieldManager: "test" });
  for (const object of objects) await client.apply(object);
  const key = { namespace, name: "readings" };
  const { status } = await client.subResource("token").create(ServiceAccount, key, { spec: {} });
  const values = new Map([["a", 1]]);
  const server = await createExtensionServer({
    config: { ...config, auth: { kind: "token", token: status?.token ?? "" } },
    certificate: { names: [`readings.${namespace}.svc`] },
    port: 0,
    host: "127.0.0.1",
    log: new RecordingLogger(),
    resources: [
      {
        definition: readings,
        storage: memoryStorage(),
        subresources: {
          // Prints its command and its input, and ends with the code that the command asks for.
          shell: streamSubresource<Reading>(async ({ object, command, stdin, stdout, stderr }) => {
            stdout.write(`${object.spec.sensor}: ${command.join(" ")}\n`);
            for await (const chunk of stdin) stdout.write(chunk);
            stderr.write("a warning\n");
            return { exitCode: Number(command[0]) };
          }),
        },
      },
      {
        definition: loads,
        storage: virtualStorage<Load>({
          list: () => [...values].map(([name, value]) => ({ metadata: { name }, status: { value } })),
          pollMs: 100,
        }),
      },
    ],
    ...more,
  });
  const open = await server.open();
  const caBundle = open.caBundle ?? "";
  await client.apply<APIService>({
    ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: `v1.${group}` } },
    spec: {
      ...{ group, version: "v1", groupPriorityMinimum: 1_000, versionPriority: 15 },
      service: { namespace, name: "readings", port: open.port },
      caBundle: Buffer.from(caBundle).toString("base64"),
    },
  });
  await vi.waitFor(() => client.list(Reading), { timeout: 60_000, interval: 100 });
  expect(status?.token).toBeDefined();
  return {
    ...{ client, port: open.port, caBundle, values },
    close: async () => {
      await client.delete(APIService, { name: `v1.${group}` });
      client.close();
      await open.close();
    },
  };
}
