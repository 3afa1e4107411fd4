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

import { createExtensionServer } from "tsop/apiserver";
import type { APIService } from "tsop/k8s/apiregistration/v1";
import type { Service } from "tsop/k8s/core/v1";
import { eventually, TestEnvironment, testContext } from "tsop/testing";
import { Measurement } from "../../api/v1/measurement_types.js";
import { Reading } from "../../api/v1/reading_types.js";
import { measurementResource } from "../../apiserver/measurement_resource.js";
import { readingResource } from "../../apiserver/reading_resource.js";

export interface ServedEnvironment {
  readonly environment: TestEnvironment;
  stop(): Promise<void>;
}

const rbac = "rbac.authorization.k8s.io";
const account = { apiGroup: rbac, kind: "User", name: "apiserver" };

/** What config/apiserver grants beside its role. */
const bindings = [
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRoleBinding", metadata: { name: "apiserver-auth-delegator" } },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "system:auth-delegator" },
    subjects: [account],
  },
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "RoleBinding" },
    metadata: { namespace: "kube-system", name: "apiserver-auth-reader" },
    roleRef: { apiGroup: rbac, kind: "Role", name: "extension-apiserver-authentication-reader" },
    subjects: [account],
  },
];

/**
 * Starts an API server, and behind it the server of this project with the rights of config/apiserver. The API server is the
 * embedded one, which identifies itself to other servers.
 */
export async function startServed(): Promise<ServedEnvironment> {
  const environment = await TestEnvironment.start({ server: "embedded", objects: bindings });
  const { client } = environment;
  const own = await environment.addUser("apiserver", { roles: ["config/apiserver/role.yaml"] });
  const extension = await createExtensionServer({
    resources: [readingResource(own.client), measurementResource()],
    config: own.config,
    certificate: { names: ["apiserver.default.svc"] },
    ...{ port: 0, host: "127.0.0.1" },
    log: testContext().log,
  });
  const server = await extension.open();
  await client.apply<Service>({
    ...{ apiVersion: "v1", kind: "Service", metadata: { namespace: "default", name: "apiserver" } },
    spec: { type: "ExternalName", externalName: "127.0.0.1" },
  });
  await client.apply<APIService>({
    ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1.metrics.abc.com" } },
    spec: {
      ...{ group: "metrics.abc.com", version: "v1", groupPriorityMinimum: 1_000, versionPriority: 15 },
      service: { namespace: "default", name: "apiserver", port: server.port },
      caBundle: Buffer.from(server.caBundle ?? "").toString("base64"),
    },
  });
  await eventually(() => Promise.all([client.list(Reading), client.list(Measurement)]));
  return {
    environment,
    stop: async () => {
      await server.close();
      await environment.stop();
    },
  };
}
