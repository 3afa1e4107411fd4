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

import type { Manager } from "tsop";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Service } from "tsop/k8s/core/v1";
import { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import { managed } from "../desired/labels.js";

/** Caches contain only objects that the operator created. */
export function limitCaches(manager: Manager): void {
  manager.cacheFor(Pod, { labels: managed });
  manager.cacheFor(Service, { labels: managed });
  manager.cacheFor(ConfigMap, { labels: managed });
  manager.cacheFor(StatefulSet, { labels: managed });
  manager.cacheFor(Deployment, { labels: managed });
  manager.cacheFor(PodDisruptionBudget, { labels: managed });
}
