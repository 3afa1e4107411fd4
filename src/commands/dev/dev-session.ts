import { existsSync } from "node:fs";
import path from "node:path";
import { readCrds } from "../../cluster/crd-files.js";
import type { CustomResourceDefinition } from "../../cluster/crd.js";
import { installCrds } from "../../cluster/install-crds.js";
import { readManifests } from "../../cluster/manifest-files.js";
import { TsopError } from "../../core/errors.js";
import { attemptAsync } from "../../doctor/finding.js";
import { readProject } from "../../project/file.js";
import { type Project, projectFileName } from "../../project/project.js";
import type { Context } from "../context.js";
import { runManifests } from "../manifests.js";
import { planManifests } from "../manifests-options.js";
import type { BuiltOperator, DevBundle } from "./dev-bundle.js";
import type { DevCluster } from "./dev-cluster.js";
import type { DevLog } from "./dev-log.js";
import type { DevSamples } from "./dev-samples.js";
import type { DevWebhooks } from "./dev-webhooks.js";
import type { ManagerProcess } from "./manager-process.js";

/** With these, what is in node_modules may have changed. */
const packageFiles = ["package.json", "package-lock.json"];
const roleFile = "config/rbac/role.yaml";
const crdTimeoutMs = 30_000;

export interface DevSessionParts {
  readonly context: Context;
  readonly log: DevLog;
  readonly cluster: DevCluster;
  readonly bundle: DevBundle;
  readonly manager: ManagerProcess;
  /** Undefined: none are applied. */
  readonly samples: DevSamples | undefined;
  /** Undefined: the API server cannot call this machine. */
  readonly webhooks: DevWebhooks | undefined;
  /** As it was at the start. */
  readonly project: Pick<Project, "projectName" | "namespaced">;
  /** Where Roles apply that name no namespace. */
  readonly namespaces: readonly string[];
}

/**
 * Brings the cluster and the operator to the state of the sources, again after each change. What has not changed is not
 * touched, so that a turn in which nothing is to be done costs next to nothing, and says nothing.
 */
export class DevSession {
  readonly #parts: DevSessionParts;
  /** CRD → what was applied last. */
  readonly #crds = new Map<string, string>();
  #role: string | undefined;
  /** What was wrong the last time. */
  #failure: string | undefined;
  /** Files that this session has written: when they change, nobody has saved anything. */
  #written = new Set<string>();

  constructor(parts: DevSessionParts) {
    this.#parts = parts;
  }

  /** Whether the last turn has found something wrong with the sources. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * What is wrong with the sources is said; then everything goes on as it was.
   *
   * @param since - when the change happened, in milliseconds of `performance.now()`; 0 is the start of the process
   * @param files - what has changed: paths below the root
   */
  async turn(since: number, files: ReadonlySet<string>): Promise<void> {
    const { log, manager, samples, context, bundle, webhooks } = this.#parts;
    const isSave = [...files].some((file) => !this.#written.has(file));
    this.#written = new Set();
    if (packageFiles.some((file) => files.has(file))) {
      await bundle.reopen();
      manager.dropWaiting();
    }
    const { built, failures } = await this.#generate();
    context.signal.throwIfAborted();
    if (built === undefined) {
      this.#fail(failures);
      return;
    }
    if (this.#failure !== undefined) log.say("the sources are well again");
    this.#failure = undefined;
    if (files.has(projectFileName)) this.#compareProject();
    try {
      const haveCrdsChanged = await this.#installCrds();
      await this.#grant();
      await manager.run(built, since, { isSave });
      bundle.keepOnly(built);
      await webhooks?.install();
      await samples?.apply(context.signal, { haveCrdsChanged });
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      log.fail(error);
    }
  }

  /** The operator's user and its namespaces were chosen at the start. */
  #compareProject(): void {
    const { context, project, log } = this.#parts;
    const now = readProject(context.cwd);
    const changed = (["projectName", "namespaced"] as const).filter((name) => now[name] !== project[name]);
    if (changed.length > 0)
      log.say(`PROJECT: ${changed.join(" and ")} changed; end tsop dev and start it again for it`);
  }

  /** The manifests and the bundle, or what is wrong with either. */
  async #generate(): Promise<{ readonly built?: BuiltOperator; readonly failures: readonly TsopError[] }> {
    const { log, bundle } = this.#parts;
    // esbuild works in a process of its own meanwhile.
    const building = attemptAsync(() => bundle.build(log));
    // Half of the sources would cost the operator that goes on its rights.
    const isBuilt = async (): Promise<boolean> => (await building).kind === "known";
    const [built, manifests] = await Promise.all([building, attemptAsync(() => this.#manifests(isBuilt))]);
    // A file that does not parse is not to be told of twice.
    if (manifests.kind === "failed" && manifests.error.code === "source/syntax") return { failures: [manifests.error] };
    const failures = [manifests, built].flatMap((each) => (each.kind === "failed" ? [each.error] : []));
    return failures.length > 0 || built.kind === "failed" ? { failures } : { built: built.value, failures };
  }

  /** Says what is wrong; but once, where an editor's way of saving looks like many changes. */
  #fail(failures: readonly TsopError[]): void {
    const { log, manager } = this.#parts;
    const text = JSON.stringify(failures.map(({ message, diagnostics }) => ({ message, diagnostics })));
    if (text === this.#failure) return;
    this.#failure = text;
    for (const failure of failures) log.fail(failure);
    log.say(
      manager.isRunning ? "the operator from before goes on; waiting for the next save" : "waiting for the next save",
    );
  }

  async #manifests(mayWrite: () => Promise<boolean>): Promise<void> {
    const { context, log } = this.#parts;
    const run = await runManifests(planManifests({}, context.cwd), {}, context, mayWrite);
    const { result, warnings, isRepeated, isPreview } = run;
    if (isRepeated || isPreview) return;
    for (const warning of warnings) log.warn(warning);
    const changes = result.json["changes"] as readonly { readonly kind: string; readonly path: string }[];
    this.#written = new Set(changes.map(({ path: file }) => file));
    for (const { kind, path: file } of changes) log.say(`${file} ${kind === "delete" ? "removed" : "generated"}`);
  }

  /** Whether one has changed. */
  async #installCrds(): Promise<boolean> {
    const { context, cluster, log, webhooks } = this.#parts;
    const { signal } = context;
    const crds = crdsOf(context.cwd);
    const changed = ((await webhooks?.prepare(crds)) ?? crds).filter(
      (crd) => this.#crds.get(crd.metadata.name) !== JSON.stringify(crd),
    );
    if (changed.length === 0) return false;
    const installed = await installCrds(cluster.client, changed, { dryRun: false, timeoutMs: crdTimeoutMs, signal });
    for (const crd of changed) this.#crds.set(crd.metadata.name, JSON.stringify(crd));
    for (const { name, change } of installed) log.say(`${name} ${change}`);
    return true;
  }

  async #grant(): Promise<void> {
    const { context, cluster, namespaces } = this.#parts;
    if (cluster.grant === undefined || !existsSync(path.join(context.cwd, roleFile))) return;
    const roles = readManifests(context.cwd, roleFile).map(({ object }) => object);
    const text = JSON.stringify(roles);
    if (text === this.#role) return;
    await cluster.grant(roles, namespaces);
    this.#role = text;
  }
}

/** A project without kinds of its own has none. */
function crdsOf(root: string): CustomResourceDefinition[] {
  try {
    return readCrds(root);
  } catch (error) {
    if (error instanceof TsopError && error.code === "cluster/no-crds") return [];
    throw error;
  }
}
