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

import type { Service, ServicePort } from "tsop/k8s/core/v1";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { metadataOf, mysqlPort, names, podLabels } from "./names.js";

const ports: ServicePort[] = [{ name: "mysql", port: mysqlPort, targetPort: mysqlPort, protocol: "TCP" }];

/** Returns the Service of the first node, which receives all writes. */
export function primaryService(cluster: MysqlCluster): Service {
  const { name } = cluster.metadata;
  const firstPod = { "statefulset.kubernetes.io/pod-name": `${names.statefulSet(name)}-0` };
  return service(cluster, names.primary(name), { selector: { ...podLabels(name), ...firstPod } });
}

/** Returns the Service of all ready nodes, including the first: a cluster may have a single node. */
export function readService(cluster: MysqlCluster): Service {
  const { name } = cluster.metadata;
  return service(cluster, names.reads(name), { selector: podLabels(name) });
}

/** Returns the Service that gives each pod a DNS name, ready or not. */
export function nodesService(cluster: MysqlCluster): Service {
  const { name } = cluster.metadata;
  const spec = { selector: podLabels(name), clusterIP: "None", publishNotReadyAddresses: true };
  return service(cluster, names.nodes(name), spec);
}

function service(cluster: MysqlCluster, name: string, spec: Service["spec"]): Service {
  return { apiVersion: "v1", kind: "Service", metadata: metadataOf(cluster, name), spec: { ...spec, ports } };
}

/** Returns IP:port of a Service, or undefined if it has no IP yet. */
export function addressOf({ spec }: Service): string | undefined {
  const host = spec?.clusterIP ?? "";
  if (host === "" || host === "None") return undefined;
  return host.includes(":") ? `[${host}]:${mysqlPort}` : `${host}:${mysqlPort}`;
}
