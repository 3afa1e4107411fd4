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

import { type CustomResource, defineKind } from "tsop";

/** The part of the Prometheus operator's kind that this operator uses. Not every cluster has its CRD. */
export interface ServiceMonitor extends CustomResource<"monitoring.coreos.com/v1", "ServiceMonitor"> {
  spec: {
    selector: { matchLabels: Record<string, string> };
    endpoints: { port: string; path?: string; interval?: string }[];
  };
}

export const ServiceMonitor = defineKind<ServiceMonitor>("monitoring.coreos.com/v1", "ServiceMonitor");
