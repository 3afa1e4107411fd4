/** Scaffolds, generates and installs a project of test/fixtures/operators, and runs it as its own service account. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { vi } from "vitest";
import type { Context } from "../../src/commands/context.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { Permission } from "../../src/generate/audit-permissions.js";
import { createManager, type CreateManagerOptions, type Manager } from "../../src/index.js";
import type { SubjectAccessReview } from "../../src/k8s/authorization/v1.js";
import { missingRule } from "../../src/kube/api-error.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import type { ControlPlane } from "./control-plane.js";
import { recordingContext } from "./recording-context.js";
import { RecordingLogger } from "./recording-logger.js";

export interface OperatorSettings {
  /** A folder of test/fixtures/operators, and the name of the project. */
  readonly name: string;
  readonly domain: string;
  readonly namespaced: boolean;
  /** The contents of the project's main.ts. */
  readonly setUp: (manager: Manager) => void;
}

export interface RunningOperator {
  readonly log: RecordingLogger;
  /** The requests that the API server rejected, each once: `list secrets`, `create services`. */
  refused(): string[];
  /** The number of responses with status 403. */
  countForbidden(): Promise<number>;
  stop(): Promise<void>;
}

const fixtures = fileURLToPath(new URL("../fixtures/operators/", import.meta.url));

export class DeployedOperator {
  /** The project's folder. */
  readonly root = mkdtempSync(path.join(os.tmpdir(), "tsop-operator-"));
  readonly context: Context = recordingContext({ cwd: this.root });
  readonly namespace: string;
  readonly account: string;
  /** The namespace of the objects that the operator reconciles. */
  readonly objects: string;
  readonly #settings: OperatorSettings;
  readonly #plane: ControlPlane;
  readonly #client: HttpClient;

  /** @param client - an administrator's, which takes less processor time than kubectl */
  constructor(settings: OperatorSettings, plane: ControlPlane, client: HttpClient) {
    this.#settings = settings;
    this.#plane = plane;
    this.#client = client;
    this.namespace = `${settings.name}-system`;
    this.objects = settings.namespaced ? this.namespace : "default";
    this.account = `system:serviceaccount:${this.namespace}:${settings.name}-controller-manager`;
  }

  async install(): Promise<void> {
    const { name, domain, namespaced } = this.#settings;
    await init({ projectName: name, domain, namespaced, tsop: "1", install: false }, this.context);
    for (const folder of ["api", "controllers"]) {
      cpSync(path.join(fixtures, name, folder), path.join(this.root, folder), { recursive: true });
    }
    await manifests({}, this.context);
    const crds = ["-f", path.join(this.root, "config/crd/bases")];
    await this.#plane.kubectl("apply", "--server-side", ...crds);
    await this.#plane.kubectl("wait", "--for=condition=Established", ...crds);
    await this.apply();
    const token = (
      await this.#plane.kubectl("create", "token", `${name}-controller-manager`, "-n", this.namespace)
    ).trim();
    const config = JSON.parse(readFileSync(this.#plane.kubeconfig, "utf8")) as Record<string, unknown>;
    writeFileSync(this.#kubeconfig, JSON.stringify({ ...config, users: [{ name: "envtest", user: { token } }] }), {
      mode: 0o600,
    });
  }

  /** Applies all of config/default unchanged. */
  async apply(): Promise<void> {
    const file = path.join(this.root, "applied.yaml");
    writeFileSync(file, await this.#build());
    await this.#plane.kubectl("apply", "--server-side", "--force-conflicts", "-f", file);
  }

  /** Applies the manager's roles as config/default contains them, rendered without a process of kustomize. */
  async applyManagerRoles(): Promise<void> {
    const { objects } = render(path.join(this.root, "config/default"), diskFiles, this.root);
    // Rendering has checked that each object has a kind and a name.
    for (const object of objects() as unknown as readonly KubeObject[]) {
      if (!/^(?:Cluster)?Role$/.test(object.kind) || !object.metadata.name.endsWith("-manager-role")) continue;
      await this.#client.apply(object, { fieldManager: "kubectl", force: true });
    }
  }

  async #build(): Promise<string> {
    const kustomize = path.join(this.#plane.assets, "kustomize");
    return (await promisify(execFile)(kustomize, ["build", path.join(this.root, "config/default")])).stdout;
  }

  /**
   * Waits until the API server lets the operator create an object that an object of this kind owns. The plugin that checks owners
   * has a list of kinds, which it renews now and then.
   */
  async waitForOwner(owner: { readonly apiVersion: string; readonly kind: string }): Promise<void> {
    const reference = { ...owner, name: "owner", uid: "1", controller: true, blockOwnerDeletion: true };
    const metadata = { name: "owned", namespace: this.objects, ownerReferences: [reference] };
    const config = await loadKubeConfig({ env: {}, kubeconfig: this.#plane.kubeconfig });
    const client = createLiveClient({ ...config, impersonate: { user: this.account, groups: [], extra: {} } });
    const create = (): Promise<KubeObject> =>
      client.create<KubeObject>({ apiVersion: "v1", kind: "ConfigMap", metadata }, { dryRun: true });
    await vi.waitFor(create, { timeout: 60_000, interval: 500 }).finally(() => client.close());
  }

  /** Waits until the API server's authorizer knows that the operator has lost a right. */
  async waitForLoss({ verb, group, resource, namespace }: Permission): Promise<void> {
    const [name = "", subresource = ""] = resource.split("/");
    const attributes = { verb, group, resource: name, subresource, namespace };
    const review: SubjectAccessReview = {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      metadata: { name: "" },
      spec: { user: this.account, groups: ["system:serviceaccounts"], resourceAttributes: attributes },
    };
    await vi.waitFor(
      async () => {
        const { status } = await this.#client.create(review);
        if (status?.allowed !== false) throw new Error(`${this.account} may still ${verb} ${resource}`);
      },
      { timeout: 60_000, interval: 50 },
    );
  }

  async run(options: Partial<CreateManagerOptions> = {}): Promise<RunningOperator> {
    const { name, namespaced, setUp } = this.#settings;
    const log = new RecordingLogger();
    const manager = await createManager({
      name,
      kubeconfig: this.#kubeconfig,
      // Like WATCH_NAMESPACE in the scaffolded Deployment.
      namespaces: namespaced ? [this.namespace] : [],
      healthProbeBindAddress: "0",
      metricsBindAddress: "127.0.0.1:0",
      metricsSecure: false,
      log,
      ...options,
    });
    setUp(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    return {
      log,
      refused: () => refusals(log),
      countForbidden: async () => {
        const { address } = log.lines.find(({ message }) => message === "serving metrics")!.fields;
        const text = await (await fetch(`http://${String(address)}/metrics`)).text();
        const counts = text.matchAll(/^rest_client_requests_total\{[^}]*code="403"[^}]*\} (\d+)$/gm);
        return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
      },
      stop: async () => {
        stop.abort();
        await running;
      },
    };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  get #kubeconfig(): string {
    return path.join(this.root, "kubeconfig.json");
  }
}

function refusals({ lines }: RecordingLogger): string[] {
  const found = new Set<string>();
  for (const { fields } of lines) {
    const texts = [fields["reason"], fields["error"] instanceof Error ? fields["error"].message : undefined];
    for (const text of texts.filter((each) => typeof each === "string")) {
      const rule = missingRule(text);
      if (rule !== undefined) found.add(`${rule.verb} ${rule.resource}`);
      // The only rejection that names no rule.
      if (text.includes("blockOwnerDeletion")) found.add("update the owner's finalizers");
    }
  }
  return [...found];
}
