/*
Copyright 2026 zhangsan

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

import {
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setCondition,
} from "tsop";
import { Bar } from "../api/v1/bar_types.js";

/** Makes the cluster match the spec of each Bar. */
export class BarReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Runs after each change of a Bar or of an object that it owns, and again after a failure.
   *
   * `npm run manifests` infers the permissions that this code needs, also for other kinds.
   */
  async reconcile(request: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult> {
    const bar = await this.#client.get(Bar, request);
    if (bar === undefined) return done(); // deleted; Kubernetes deletes the objects that it owned
    context.log.info("reconciling", { generation: bar.metadata.generation });

    // YOUR LOGIC GOES HERE: compare bar.spec with the current objects, and change those that differ.
    // This code runs many times. It must reach the same result from any current state.

    const status = (bar.status ??= {});
    const changed = setCondition((status.conditions ??= []), {
      type: "Ready",
      status: "True",
      observedGeneration: bar.metadata.generation,
      reason: "Reconciled",
      message: "",
    });
    if (changed) await this.#client.status.update(bar);
    return done(); // or requeueAfter(milliseconds)
  }

  setupWithManager(manager: Manager): void {
    // Add owns(Deployment) for a kind that the reconciler creates, and watches(Secret, …) for other kinds that it reads.
    manager.controller("bar").for(Bar).complete(this);
  }
}
