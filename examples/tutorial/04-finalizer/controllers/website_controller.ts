// #region imports
import {
  applyIfDifferent,
  type Client,
  done,
  type EventRecorder,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setControllerReference,
  updateStatusIfChanged,
  withFinalizer,
} from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { ConfigMap, Service } from "tsop/k8s/core/v1";
import { Website } from "../api/v1/website_types.js";
import { addToDirectory, removeFromDirectory } from "./website_directory.js";
import { configMapOf, deploymentOf, serviceOf } from "./website_objects.js";
import { setStatus } from "./website_status.js";
// #endregion imports

/** Serves the page of each Website. */
export class WebsiteReconciler implements Reconciler {
  // #region reconcile
  readonly #client: Client;
  readonly #events: EventRecorder;

  constructor(client: Client, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: ReconcileRequest, { signal }: ReconcileContext): Promise<ReconcileResult> {
    const website = await this.#client.get(Website, request, { signal });
    if (website === undefined) return done();
    return withFinalizer(this.#client, website, {
      finalizer: "web.example.com/directory",
      signal,
      reconcile: (current) => this.#serve(current, signal),
      cleanUp: (current) => removeFromDirectory(this.#client, current, signal),
    });
  }

  async #serve(website: Website, signal: AbortSignal): Promise<ReconcileResult> {
    for (const object of [configMapOf(website), deploymentOf(website), serviceOf(website)]) {
      setControllerReference(website, object);
      const { result } = await applyIfDifferent(this.#client, object, { signal });
      if (result === "unchanged") continue;
      this.#events.event(website, {
        type: "Normal",
        reason: result === "created" ? "Created" : "Updated",
        action: "Apply",
        note: `${object.kind} ${object.metadata.name} ${result}`,
        related: object,
      });
    }
    await addToDirectory(this.#client, website, signal);
    const deployment = await this.#client.getOrThrow(Deployment, website.metadata, { signal });
    await updateStatusIfChanged(this.#client, website, (draft) => setStatus(draft, deployment), { signal });
    return done();
  }
  // #endregion reconcile

  setupWithManager(manager: Manager): void {
    manager.controller("website").for(Website).owns(ConfigMap).owns(Deployment).owns(Service).complete(this);
  }
}
