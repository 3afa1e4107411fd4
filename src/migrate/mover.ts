/** Carries out the steps for one old object. */
import { ApiError, isAlreadyExists, isConflict, isKindNotServed, isNotFound } from "../kube/api-error.js";
import { mergePatch } from "../kube/client.js";
import { mergePatchFrom } from "../kube/merge-patch-from.js";
import { type KubeObject, showKey } from "../kube/objects.js";
import type { EventRecorder } from "../runtime/events/event-recorder.js";
import type { Manager } from "../runtime/manager.js";
import {
  done,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
} from "../runtime/reconcile.js";
import { isMirrored, mirrored, newObject, type Rules, statusFor } from "./content.js";
import type { Dependent, Dependents } from "./dependents.js";
import type { KindEnding } from "./kind-ending.js";
import {
  holdFinalizer,
  isDeleted,
  isLinked,
  keyOf,
  mirroredAnnotation,
  movedToLabel,
  waitsForAnnotation,
} from "./marks.js";
import { nextStep, type Step, type Stored } from "./next-step.js";
import { nameOf, type Progress } from "./progress.js";

export interface MoverParts {
  readonly manager: Manager;
  readonly rules: Rules;
  readonly dependents: Dependents;
  readonly progress: Progress;
  readonly events: EventRecorder;
  readonly kindEnding: KindEnding;
}

/** More steps than an object ever needs in one run. */
const maxSteps = 20;
/** The number of milliseconds until the cache shows the write of another client. */
const raceMs = 100;

type Write = Exclude<Step["kind"], "rest" | "blocked">;

/** The state of one run. */
interface Run {
  readonly old: Stored;
  readonly created: Stored | undefined;
  readonly dependents: readonly Dependent[];
  readonly signal: AbortSignal;
}

export class Mover implements Reconciler {
  readonly #parts: MoverParts;
  #counted: Promise<void> | undefined;

  constructor(parts: MoverParts) {
    this.#parts = parts;
  }

  async reconcile(request: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult> {
    const { progress } = this.#parts;
    const key = `${request.namespace}/${request.name}`;
    let hasCopiedStatus = false;
    let written = 0;
    for (let count = 0; count < maxSteps; count++) {
      const run = await this.#read(request, context.signal);
      if (run === undefined) {
        progress.set(key, undefined);
        return done();
      }
      await (this.#counted ??= this.#count());
      const step = nextStep(await this.#facts(run, hasCopiedStatus));
      if (step.kind === "rest") {
        progress.set(key, step.state === "gone" ? undefined : step.state);
        return done();
      }
      if (step.kind === "blocked") {
        this.#reportTaken(run, context);
        progress.set(key, "blocked");
        return done();
      }
      if (step.kind === "create" || step.kind === "hand-over") progress.set(key, "moving");
      try {
        await this.#write(step.kind, run);
      } catch (error) {
        if (isNamespaceEnding(error)) {
          // The namespace deletes the old object, too. Nothing must keep it.
          if (isDeleted(run.old)) await this.#write("let-go", run);
          return done();
        }
        if (isRace(error)) return requeueAfter(raceMs);
        if (isRejection(error)) this.#reportRejected(run, key, error);
        throw error;
      }
      hasCopiedStatus ||= step.kind === "copy-status";
      written += 1;
      if (step.kind === "open") this.#reportMoved(run, context);
      if (step.kind === "let-go") return done();
    }
    context.log.debug("the migration continues", { written });
    return requeueAfter(raceMs);
  }

  /** Counts the old objects, so that the progress is known from the start. */
  async #count(): Promise<void> {
    const { manager, rules, progress } = this.#parts;
    try {
      const { items } = await manager.client.list(rules.from, { shared: true });
      progress.begin(items.map(({ metadata: { namespace = "", name } }) => `${namespace}/${name}`));
    } catch (error) {
      this.#counted = undefined; // the next run tries again
      throw error;
    }
  }

  async #read(request: ReconcileRequest, signal: AbortSignal): Promise<Run | undefined> {
    const { manager, rules, dependents } = this.#parts;
    const { name, namespace } = request;
    const key = namespace === "" ? { name } : { namespace, name };
    const options = { shared: true, signal } as const;
    const old = await manager.client.get(rules.from, key, options).catch((error: unknown) => {
      if (isKindNotServed(error)) return undefined; // the CRD of the old kind is not installed, or no longer
      throw error;
    });
    if (old === undefined) return undefined;
    const created = await manager.client.get(rules.to, key, options);
    return { old, created, dependents: await dependents.of(old, signal), signal };
  }

  async #facts(
    { old, created, dependents, signal }: Run,
    hasCopiedStatus: boolean,
  ): Promise<Parameters<typeof nextStep>[0]> {
    const { rules, kindEnding } = this.#parts;
    const isPair = created !== undefined && isLinked(created, old);
    const lacksStatus =
      !hasCopiedStatus && isPair && isEmpty(statusOf(created)) && statusFor(old, created, rules) !== undefined;
    return {
      old,
      created,
      lacksStatus,
      dependents: isPair ? dependents.length : 0,
      isMirrored: !isPair || isMirrored(old, created, rules),
      finalizers: [...rules.finalizers.keys()],
      isKindEnding: isDeleted(old) ? await kindEnding.read(signal) : undefined,
    };
  }

  async #write(step: Write, { old, created, dependents, signal }: Run): Promise<void> {
    const { manager, rules } = this.#parts;
    const { client } = manager;
    const { from, to } = rules;
    const [key, options] = [keyOf(old), { signal }];
    const { resourceVersion, finalizers = [] } = old.metadata;
    if (step === "hold") {
      const patch = mergePatch({ metadata: { resourceVersion, finalizers: [...finalizers, holdFinalizer] } });
      await client.patch(from, key, patch, options);
    } else if (step === "let-go") {
      const kept = finalizers.filter(
        (name) => name !== holdFinalizer && !(isDeleted(old) && rules.finalizers.has(name)),
      );
      await client.patch(from, key, mergePatch({ metadata: { resourceVersion, finalizers: kept } }), options);
    } else if (step === "create") {
      await client.create(newObject(old, rules), options);
    } else if (created !== undefined) {
      const { uid = "", resourceVersion: newVersion } = created.metadata;
      const change = (metadata: object): Promise<unknown> =>
        client.patch(to, key, mergePatch({ metadata: { ...metadata, resourceVersion: newVersion } }), options);
      switch (step) {
        case "copy-status": {
          const body = { metadata: { resourceVersion: newVersion }, status: statusFor(old, created, rules) };
          await client.status.patch(to, key, mergePatch(body), options);
          return;
        }
        case "hand-over": {
          const owner = { apiVersion: to.apiVersion, kind: to.kind, name: key.name, uid };
          return this.#parts.dependents.handOver(dependents, old, owner, signal);
        }
        case "mark": {
          // If it is being deleted, it must stay until the last step.
          const kept = isDeleted(old) ? finalizers : finalizers.filter((name) => !rules.finalizers.has(name));
          const metadata = { resourceVersion, finalizers: kept, labels: { [movedToLabel]: uid } };
          await client.patch(from, key, mergePatch({ metadata }), options);
          return;
        }
        case "open":
          await change({ annotations: { [waitsForAnnotation]: null } });
          return;
        case "mirror": {
          const patch = mergePatchFrom(created, mirrored(old, created, rules), { optimisticLock: true });
          await client.patch(to, key, patch, options);
          return;
        }
        case "release":
          await change({ ownerReferences: ownersAfter(old, created), annotations: { [mirroredAnnotation]: null } });
      }
    }
  }

  #reportMoved({ old, created }: Run, { log }: ReconcileContext): void {
    const { events, rules } = this.#parts;
    const note = `${nameOf(rules.to)} ${showKey(keyOf(old))} has taken over; changes of this object reach it until this kind is deleted`;
    const related = created === undefined ? {} : { related: subject(created) };
    events.event(subject(old), { type: "Normal", reason: "Moved", action: "Move", note, ...related });
    log.info("moved", { to: nameOf(rules.to), uid: created?.metadata.uid });
  }

  #reportTaken({ old }: Run, { log }: ReconcileContext): void {
    const { events, rules } = this.#parts;
    const name = `${nameOf(rules.to)} ${showKey(keyOf(old))}`;
    const note = `${name} exists already, and was not created for this object: delete one of the two`;
    events.event(subject(old), { type: "Warning", reason: "NameTaken", action: "Move", note });
    log.error("cannot be moved: the name is taken", { taken: name });
  }

  #reportRejected({ old }: Run, key: string, { message }: Error): void {
    this.#parts.progress.set(key, "blocked");
    this.#parts.events.event(subject(old), { type: "Warning", reason: "MoveRejected", action: "Move", note: message });
  }
}

/** Returns the owners of a new object without its old object, and with that object's owners. */
function ownersAfter(old: Stored, created: Stored): unknown[] {
  const own = (created.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== old.metadata.uid);
  const isControlled = own.some(({ controller }) => controller === true);
  const inherited = (old.metadata.ownerReferences ?? [])
    .filter(({ uid }) => !own.some((each) => each.uid === uid))
    .map((owner) => (isControlled ? { ...owner, controller: false } : owner));
  return [...own, ...inherited];
}

function subject({ apiVersion, kind, metadata }: Stored): Pick<KubeObject, "apiVersion" | "kind"> & {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid?: string };
} {
  const { uid } = metadata;
  return { apiVersion, kind, metadata: { ...keyOf({ metadata }), ...(uid === undefined ? {} : { uid }) } };
}

function statusOf(object: Stored): unknown {
  return "status" in object ? object.status : undefined;
}

function isEmpty(status: unknown): boolean {
  return status === undefined || status === null || (typeof status === "object" && Object.keys(status).length === 0);
}

/** Returns whether another client, or this process a moment ago, has written an object. */
function isRace(error: unknown): boolean {
  return isAlreadyExists(error) || isConflict(error) || isNotFound(error);
}

/** Returns whether the API server rejects an object because its namespace is being deleted. */
function isNamespaceEnding(error: unknown): boolean {
  return error instanceof ApiError && error.causes.some(({ reason }) => reason === "NamespaceTerminating");
}

function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403, 422].includes(error.statusCode);
}
