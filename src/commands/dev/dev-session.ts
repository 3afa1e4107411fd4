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
import type { DevApiserver } from "./dev-apiserver.js";
import type { DevLog } from "./dev-log.js";
import type { DevSamples } from "./dev-samples.js";
import type { DevWebhooks } from "./dev-webhooks.js";
import { externalCrds } from "./external-crds.js";
import type { ManagerProcess } from "./manager-process.js";

/** When these files change, node_modules may have changed, too. */
const packageFiles = ["package.json", "package-lock.json"];
const roleFile = "config/rbac/role.yaml";
const crdTimeoutMs = 30_000;

export interface DevSessionParts {
  readonly context: Context;
  readonly log: DevLog;
  readonly cluster: DevCluster;
  /** Whether the cluster is the embedded API server. */
  readonly isEmbedded: boolean;
  readonly bundle: DevBundle;
  readonly manager: ManagerProcess;
  /** Undefined if tsop applies no samples. */
  readonly samples: DevSamples | undefined;
  /** Undefined if the API server cannot call this machine. */
  readonly apiserver: DevApiserver | undefined;
  /** Undefined if the API server cannot call this machine. */
  readonly webhooks: DevWebhooks | undefined;
  /** The project at the start. */
  readonly project: Pick<Project, "projectName" | "namespaced">;
  /** The namespaces for Roles that name no namespace. */
  readonly namespaces: readonly string[];
}

/**
 * Updates the cluster and the operator after each change of the sources. Does not touch anything that has not changed,
 * so a turn without changes costs almost nothing and prints nothing.
 */
export class DevSession {
  readonly #parts: DevSessionParts;
  /** CRD → the last applied text. */
  readonly #crds = new Map<string, string>();
  readonly #reported = new Set<string>();
  #role: string | undefined;
  /** The error of the last turn. */
  #failure: string | undefined;
  /** Files that this session has written: their changes are not changes by the user. */
  #written = new Set<string>();

  constructor(parts: DevSessionParts) {
    this.#parts = parts;
  }

  /** Whether the last turn found errors in the sources. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Reports errors in the sources, and then leaves everything as it was.
   *
   * @param since - when the change happened, in milliseconds of `performance.now()`; 0 is the start of the process
   * @param files - the changed files, as paths below the root
   */
  async turn(since: number, files: ReadonlySet<string>): Promise<void> {
    const { log, manager, samples, context, bundle, webhooks, apiserver } = this.#parts;
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
    if (this.#failure !== undefined) log.say("the sources are valid again");
    this.#failure = undefined;
    if (files.has(projectFileName)) this.#compareProject();
    try {
      const haveCrdsChanged = await this.#installCrds();
      await this.#grant();
      await apiserver?.run(built, since, { isSave });
      await manager.run(built.main, since, { isSave });
      bundle.keepOnly(built);
      await webhooks?.install();
      const restarted = (await apiserver?.install(built, readProject(context.cwd))) ?? new Set();
      await samples?.apply(context.signal, { haveCrdsChanged, restarted });
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      log.fail(error);
    }
  }

  /** Compares the project with its state at the start, when the operator's user and namespaces were chosen. */
  #compareProject(): void {
    const { context, project, log } = this.#parts;
    const now = readProject(context.cwd);
    const changed = (["projectName", "namespaced"] as const).filter((name) => now[name] !== project[name]);
    if (changed.length > 0) log.say(`PROJECT: ${changed.join(" and ")} changed; restart tsop dev to apply the change`);
  }

  /** Generates the manifests and the bundle, or returns the errors of either. */
  async #generate(): Promise<{ readonly built?: BuiltOperator; readonly failures: readonly TsopError[] }> {
    const { log, bundle } = this.#parts;
    // Meanwhile, esbuild works in a separate process.
    const building = attemptAsync(() => bundle.build(log));
    // Write manifests only after a successful build: incomplete sources would revoke rights of the running operator.
    const isBuilt = async (): Promise<boolean> => (await building).kind === "known";
    const [first, manifests] = await Promise.all([building, attemptAsync(() => this.#manifests(isBuilt))]);
    // The generated definitions are code of the extension API server.
    const isStale = first.kind === "known" && [...this.#written].some((file) => bundle.sources.has(file));
    const built = isStale ? await attemptAsync(() => bundle.build(log)) : first;
    // Report a file that does not parse only once.
    if (manifests.kind === "failed" && manifests.error.code === "source/syntax") return { failures: [manifests.error] };
    const failures = [manifests, built].flatMap((each) => (each.kind === "failed" ? [each.error] : []));
    return failures.length > 0 || built.kind === "failed" ? { failures } : { built: built.value, failures };
  }

  /** Reports errors, but each only once: one save in an editor can look like many changes. */
  #fail(failures: readonly TsopError[]): void {
    const { log, manager } = this.#parts;
    const text = JSON.stringify(failures.map(({ message, diagnostics }) => ({ message, diagnostics })));
    if (text === this.#failure) return;
    this.#failure = text;
    for (const failure of failures) log.fail(failure);
    log.say(
      manager.isRunning
        ? "the previous operator keeps running; waiting for the next save"
        : "waiting for the next save",
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

  /** Installs the CRDs. Returns whether one of them has changed. */
  async #installCrds(): Promise<boolean> {
    const { context, cluster, log, webhooks } = this.#parts;
    const { signal } = context;
    const crds = crdsOf(context.cwd);
    const prepared = (await webhooks?.prepare(crds)) ?? crds;
    const changed = [...prepared, ...this.#externalCrds()].filter(
      (crd) => this.#crds.get(crd.metadata.name) !== JSON.stringify(crd),
    );
    if (changed.length === 0) return false;
    const installed = await installCrds(cluster.client, changed, { dryRun: false, timeoutMs: crdTimeoutMs, signal });
    for (const crd of changed) this.#crds.set(crd.metadata.name, JSON.stringify(crd));
    for (const { name, change } of installed) log.say(`${name} ${change}`);
    return true;
  }

  /** Returns the CRDs of kinds of other projects for the embedded API server. Reports kinds without a CRD, each once. */
  #externalCrds(): readonly CustomResourceDefinition[] {
    const { context, log, isEmbedded } = this.#parts;
    if (!isEmbedded) return [];
    const { crds, missing } = externalCrds(context.cwd, readProject(context.cwd));
    for (const warning of missing.filter(({ message }) => !this.#reported.has(message))) {
      this.#reported.add(warning.message);
      log.warn(warning);
    }
    return crds;
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

/** Reads the generated CRDs. A project without its own kinds has none. */
function crdsOf(root: string): CustomResourceDefinition[] {
  try {
    return readCrds(root);
  } catch (error) {
    if (error instanceof TsopError && error.code === "cluster/no-crds") return [];
    throw error;
  }
}
