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

import type { Deployment } from "tsop/k8s/apps/v1";
import type { Service } from "tsop/k8s/core/v1";
import type { Broker, Exporter } from "../api/v1/broker_types.js";
import { label, managed, port, restricted } from "./labels.js";
import type { ServiceMonitor } from "./service_monitor.js";

export function exporterName({ metadata }: Broker): string {
  return `${metadata.name}-exporter`;
}

/** Different labels from the brokers, so that selectors of members do not select the exporter. */
function exporterLabels({ metadata }: Broker): Record<string, string> {
  return { ...managed, "app.kubernetes.io/name": "rocketmq-exporter", [label.broker]: metadata.name };
}

function exporterMetadata(broker: Broker): {
  name: string;
  namespace: string | undefined;
  labels: Record<string, string>;
} {
  return { name: exporterName(broker), namespace: broker.metadata.namespace, labels: exporterLabels(broker) };
}

/** The exporter finds brokers through the name servers, so it restarts when their addresses change. It stores nothing. */
export function exporterDeployment(broker: Broker, exporter: Exporter, nameServers: readonly string[]): Deployment {
  const labels = exporterLabels(broker);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: exporterMetadata(broker),
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          securityContext: restricted.pod,
          containers: [
            {
              name: "exporter",
              image: exporter.image,
              ...(exporter.command === undefined ? {} : { command: exporter.command }),
              args: [`--rocketmq.config.namesrvAddr=${nameServers.join(";")}`],
              ports: [{ name: "metrics", containerPort: port.exporter, protocol: "TCP" }],
              readinessProbe: { httpGet: { path: "/metrics", port: "metrics" }, periodSeconds: 5 },
              securityContext: restricted.container,
            },
          ],
        },
      },
    },
  };
}

export function exporterService(broker: Broker): Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: exporterMetadata(broker),
    spec: {
      selector: exporterLabels(broker),
      ports: [{ name: "metrics", port: port.exporter, protocol: "TCP", targetPort: "metrics" }],
    },
  };
}

export function exporterServiceMonitor(broker: Broker): ServiceMonitor {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: exporterMetadata(broker),
    spec: {
      selector: { matchLabels: exporterLabels(broker) },
      endpoints: [{ port: "metrics", path: "/metrics", interval: "15s" }],
    },
  };
}
