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

import { createHash } from "node:crypto";
import type { ConfigMap } from "tsop/k8s/core/v1";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { metadataOf, names } from "./names.js";

export const configFile = "operator.cnf";

/** The settings of mysqld, which the image reads from conf.d. */
export function configMap(cluster: MysqlCluster): ConfigMap {
  const settings = Object.entries(cluster.spec.mysqlConf ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = ["[mysqld]", ...settings.map(([key, value]) => `${key} = ${value}`)];
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadataOf(cluster, names.config(cluster.metadata.name)),
    data: { [configFile]: `${lines.join("\n")}\n` },
  };
}

/** The hash of the settings. On the pod template, a new hash makes Kubernetes replace the pods. */
export function configHash({ data = {} }: ConfigMap): string {
  return createHash("sha256").update(JSON.stringify(data)).digest("hex").slice(0, 16);
}
