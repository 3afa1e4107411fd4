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

import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { Service } from "tsop/k8s/core/v1";
import type { NameService } from "../api/v1/nameservice_types.js";
import { nameServiceLabels, port, restricted } from "./labels.js";

export function nameServersName(nameService: string): string {
  return `${nameService}-namesrv`;
}

/** Returns one Service for clients, for all name servers. Brokers get the addresses of all name servers instead. */
export function nameServersService({ metadata: { name, namespace } }: NameService): Service {
  const labels = nameServiceLabels(name);
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: nameServersName(name), namespace, labels },
    spec: {
      selector: labels,
      ports: [{ name: "remoting", port: port.nameServer, protocol: "TCP", targetPort: "remoting" }],
    },
  };
}

export function nameServersStatefulSet({ metadata: { name, namespace }, spec }: NameService): StatefulSet {
  const labels = nameServiceLabels(name);
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: nameServersName(name), namespace, labels },
    spec: {
      serviceName: nameServersName(name),
      replicas: spec.replicas ?? 1,
      podManagementPolicy: "Parallel", // they are independent of each other
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          securityContext: restricted.pod,
          containers: [
            {
              name: "name-server",
              image: spec.image,
              command: spec.command ?? ["sh", "mqnamesrv"],
              ports: [{ name: "remoting", containerPort: port.nameServer, protocol: "TCP" }],
              readinessProbe: { tcpSocket: { port: "remoting" }, periodSeconds: 2 },
              livenessProbe: { tcpSocket: { port: "remoting" }, initialDelaySeconds: 30, periodSeconds: 10 },
              ...(spec.resources === undefined ? {} : { resources: spec.resources }),
              securityContext: restricted.container,
            },
          ],
        },
      },
    },
  };
}
