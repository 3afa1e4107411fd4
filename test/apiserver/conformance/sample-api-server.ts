/**
 * Plays the container of Kubernetes' sample API server, which the specs of API aggregation deploy: a simulated Pod serves nothing. For
 * each of their APIServices, an extension API server of `tsop/apiserver` serves the same kind, with the certificate and the rights
 * that the spec gives to the container.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { addressesOf } from "../../../src/apiserver/server/bind-address.js";
import { createExtensionServer, memoryStorage, type OpenExtensionServer } from "../../../src/extension/index.js";
import { createLiveClient, type HttpClient, loadKubeConfig } from "../../../src/index.js";
import type { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { APIService } from "../../../src/k8s/apiregistration/v1.js";
import { Secret, ServiceAccount } from "../../../src/k8s/core/v1.js";
import type { EndpointSlice } from "../../../src/k8s/discovery/v1.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { follow } from "./follow.js";

const definition: CustomResourceDefinition = {
  ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
  metadata: { name: "flunders.wardle.example.com" },
  spec: {
    group: "wardle.example.com",
    scope: "Namespaced",
    names: { plural: "flunders", singular: "flunder", kind: "Flunder" },
    versions: ["v1alpha1", "v1beta1"].map((name) => ({
      ...{ name, served: true, storage: name === "v1beta1", subresources: { status: {} } },
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              properties: { reference: { type: "string" }, referenceType: { type: "string" } },
            },
            status: { type: "object" },
          },
        },
      },
    })),
  },
};

/** @returns a function that ends all servers */
export async function playSampleApiServers(kubeconfig: string): Promise<() => Promise<void>> {
  const config = await loadKubeConfig({ env: {}, kubeconfig });
  const client = createLiveClient(config, { fieldManager: "sample-api-server" });
  const servers = new Map<string, Promise<OpenExtensionServer>>();
  const certificates = mkdtempSync(path.join(tmpdir(), "tsop-sample-api-server-"));
  const stop = follow(client, APIService, "the sample API servers", async (type, object) => {
    if (object.spec?.group !== definition.spec.group) return;
    const { uid = "" } = object.metadata;
    const known = servers.get(uid);
    if (type === "DELETED") {
      servers.delete(uid);
      await (await known)?.close();
    } else if (known === undefined) servers.set(uid, serve(client, config, object, path.join(certificates, uid)));
  });
  return async () => {
    await stop();
    for (const server of servers.values()) await (await server).close();
    client.close();
    rmSync(certificates, { recursive: true, force: true });
  };
}

/** @param folder - where the server finds its certificate */
async function serve(
  client: HttpClient,
  config: ClusterConfig,
  { spec }: APIService,
  folder: string,
): Promise<OpenExtensionServer> {
  const { namespace = "", name: serviceName = "" } = spec?.service ?? {};
  const [host = ""] = addressesOf("0.0.0.0").filter(isIPv4);
  const { data = {} } = await client.getOrThrow(Secret, { namespace, name: "sample-apiserver-secret" });
  mkdirSync(folder);
  for (const [name, content] of Object.entries(data)) writeFileSync(path.join(folder, name), content, "base64");
  const account = { namespace, name: "default" };
  const { status } = await client.subResource("token").create(ServiceAccount, account, { spec: {} });
  const server = await createExtensionServer({
    config: { ...config, auth: { kind: "token", token: status?.token ?? "" } },
    ...{ certificate: { folder }, port: 0, host, log: new RecordingLogger() },
    resources: [{ definition, storage: memoryStorage() }],
  });
  const open = await server.open();
  // The API server takes the first slice with a ready endpoint: this one precedes the simulated Pod's.
  await client.create<EndpointSlice>({
    ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: "IPv4" },
    metadata: { namespace, name: "a-server", labels: { "kubernetes.io/service-name": serviceName } },
    endpoints: [{ addresses: [host], conditions: { ready: true } }],
    ports: [{ name: "", port: open.port, protocol: "TCP" }],
  });
  return open;
}
