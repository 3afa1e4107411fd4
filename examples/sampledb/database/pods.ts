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

/** The pods of a database. All run its image with different arguments; the README describes the contract of the image. */

import type { EnvVar, PodSpec, PodTemplateSpec } from "tsop/k8s/core/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { names } from "./names.js";

export const port = 5432;

/** The command of a pod, and its inputs. */
export interface PodTask {
  readonly args: readonly string[];
  readonly labels: Record<string, string>;
  readonly restartPolicy: "Always" | "Never";
  /** The mounts of the volumes. */
  readonly data?: "write" | "read";
  readonly backups?: "write" | "read";
  readonly env?: readonly EnvVar[];
  readonly isServer?: boolean;
}

export function podTemplate(database: SampleDB, task: PodTask): PodTemplateSpec {
  return { metadata: { labels: { ...task.labels } }, spec: podSpec(database, task) };
}

function podSpec(database: SampleDB, task: PodTask): PodSpec {
  const { spec, metadata } = database;
  const volumes = [
    { name: "data", claimName: names.volume(metadata.name), path: "/data", access: task.data },
    { name: "backups", claimName: spec.backupClaimName ?? "", path: "/backups", access: task.backups },
  ].filter(({ access }) => access !== undefined);
  const isReachable = { tcpSocket: { port } };
  return {
    restartPolicy: task.restartPolicy,
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "database",
        image: spec.image,
        args: [...task.args],
        env: [{ name: "SAMPLEDB_VERSION", value: spec.version }, ...credentials(database), ...(task.env ?? [])],
        envFrom: [{ configMapRef: { name: names.connection(metadata.name) } }],
        ...(task.isServer === true && {
          ports: [{ name: "database", containerPort: port, protocol: "TCP" }],
          readinessProbe: { ...isReachable, periodSeconds: 2 },
        }),
        volumeMounts: volumes.map(({ name, path, access }) => ({ name, mountPath: path, readOnly: access === "read" })),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
      },
    ],
    volumes: volumes.map(({ name, claimName }) => ({ name, persistentVolumeClaim: { claimName } })),
  };
}

function credentials({ spec }: SampleDB): EnvVar[] {
  return ["username", "password"].map((key) => ({
    name: `SAMPLEDB_${key.toUpperCase()}`,
    valueFrom: { secretKeyRef: { name: spec.credentialsSecretName, key } },
  }));
}
