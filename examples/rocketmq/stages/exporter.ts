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

import { applyIfDifferent, setControllerReference, TsopError } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { Service } from "tsop/k8s/core/v1";
import type { Broker } from "../api/v1/broker_types.js";
import { exporterDeployment, exporterName, exporterService, exporterServiceMonitor } from "../desired/exporter.js";
import { ServiceMonitor } from "../desired/service_monitor.js";
import type { Run } from "./stage.js";

/** Applies the exporter, its Service and its ServiceMonitor, if the spec requests them, and deletes them otherwise. */
export async function syncExporter(broker: Broker, nameServers: readonly string[], run: Run): Promise<void> {
  const { client, signal } = run;
  const { exporter } = broker.spec;
  const key = { namespace: broker.metadata.namespace ?? "", name: exporterName(broker) };
  await syncServiceMonitor(broker, run);
  if (exporter === undefined) {
    if ((await client.get(Deployment, key, { signal })) !== undefined) await client.delete(Deployment, key, { signal });
    if ((await client.get(Service, key, { signal })) !== undefined) await client.delete(Service, key, { signal });
    return;
  }
  for (const object of [exporterDeployment(broker, exporter, nameServers), exporterService(broker)]) {
    setControllerReference(broker, object);
    await applyIfDifferent<Deployment | Service>(client, object, { signal, force: true });
  }
}

async function syncServiceMonitor(broker: Broker, { client, log, signal }: Run): Promise<void> {
  const key = { namespace: broker.metadata.namespace ?? "", name: exporterName(broker) };
  const isWanted = broker.spec.exporter !== undefined && broker.spec.exporter.serviceMonitor !== false;
  try {
    if (isWanted) {
      const monitor = exporterServiceMonitor(broker);
      setControllerReference(broker, monitor);
      await applyIfDifferent<ServiceMonitor>(client, monitor, { signal, force: true });
    } else if ((await client.get(ServiceMonitor, key, { signal })) !== undefined) {
      await client.delete(ServiceMonitor, key, { signal });
    }
  } catch (error) {
    if (!isKindMissing(error)) throw error;
    log.debug("the cluster does not serve ServiceMonitors", { stage: "Sync" });
  }
}

function isKindMissing(error: unknown): boolean {
  return error instanceof TsopError && error.code === "cluster/kind-not-served";
}
