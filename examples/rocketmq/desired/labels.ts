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

import type { KubeObject } from "tsop";
import type { PodSecurityContext, SecurityContext } from "tsop/k8s/core/v1";

/** The labels by which the operator finds its objects. */
export const label = {
  managedBy: "app.kubernetes.io/managed-by",
  nameService: "rocketmq.daocloud.io/name-service",
  broker: "rocketmq.daocloud.io/broker",
  group: "rocketmq.daocloud.io/group",
  member: "rocketmq.daocloud.io/member",
} as const;

/** All objects of the operator have this label; its caches contain no other objects. */
export const managed = { [label.managedBy]: "rocketmq-operator" } as const;

export const port = { nameServer: 9876, broker: 10911, dLedger: 40911, exporter: 5557 } as const;

export function nameServiceLabels(name: string): Record<string, string> {
  return { ...managed, "app.kubernetes.io/name": "rocketmq-name-server", [label.nameService]: name };
}

export function brokerLabels(name: string): Record<string, string> {
  return { ...managed, "app.kubernetes.io/name": "rocketmq-broker", [label.broker]: name };
}

export function groupLabels(broker: string, group: number): Record<string, string> {
  return { ...brokerLabels(broker), [label.group]: String(group) };
}

/** Returns the group of an object. */
export function groupOf({ metadata }: KubeObject): number | undefined {
  const text = metadata.labels?.[label.group];
  return text === undefined ? undefined : Number(text);
}

/** Returns a label selector: `a=1,b=2`. */
export function selectorText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** The security settings of all pods of the operator. */
export const restricted: { readonly pod: PodSecurityContext; readonly container: SecurityContext } = {
  pod: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  container: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
};
