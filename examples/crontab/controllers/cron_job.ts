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

import type { Applicable } from "tsop";
import type { CronJob } from "tsop/k8s/batch/v1";
import type { CronTab, CronTabSpec } from "../api/v1/crontab_types.js";

/** Returns the CronJob of a CronTab. The API server sets the defaults of other fields. */
export function cronJobOf(
  { metadata: { namespace, name } }: CronTab,
  { cronSpec, image, replicas }: Required<CronTabSpec>,
): Applicable<CronJob> {
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { namespace, name, labels: { "app.kubernetes.io/managed-by": "crontab" } },
    spec: {
      schedule: cronSpec,
      jobTemplate: {
        spec: {
          // This number of Pods runs at once, and must succeed.
          parallelism: replicas,
          completions: replicas,
          template: { spec: { restartPolicy: "OnFailure", containers: [{ name: "cron", image }] } },
        },
      },
    },
  };
}
