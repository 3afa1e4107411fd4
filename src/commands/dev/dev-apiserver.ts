import { existsSync } from "node:fs";
import path from "node:path";
import {
  apiServiceNameOf,
  extensionHost,
  grantDelegation,
  registerExtension,
  unregisterExtension,
  waitUntilPassedOn,
} from "../../cluster/extension-registration.js";
import { readManifests } from "../../cluster/manifest-files.js";
import { until } from "../../cluster/poll.js";
import { type GroupVersionKind, toApiVersion } from "../../core/gvk.js";
import type { HttpClient } from "../../kube/http-client.js";
import { isListening } from "../../kube/local-port.js";
import { makeStateFolder, removeState, statePath } from "../../machinery/project-state.js";
import { serverRoleFile } from "../../project/definition-module.js";
import { extensionResources, type Project, qualifiedGroup } from "../../project/project.js";
import { rows } from "../../scaffold/modes/default-kustomization.js";
import { apiserverFile } from "../../scaffold/extension/extension-names.js";
import type { BuiltOperator } from "./dev-bundle.js";
import { writeCertificate } from "./dev-certificate.js";
import type { DevUser } from "./dev-cluster.js";
import type { DevLog } from "./dev-log.js";
import type { ManagerProcess } from "./manager-process.js";

export const apiserverCertificates = "apiserver-certs";
/** The folder of the objects that the server keeps in files. */
export const apiserverData = "apiserver-data";
/** The namespace of the objects that clusterStorage keeps. */
const storageNamespace = "default";
const storageRoleFile = `config/apiserver/${rows.apiserverStorageRole}`;
const timeoutMs = 30_000;

export interface DevApiserverParts {
  readonly root: string;
  readonly client: HttpClient;
  readonly log: DevLog;
  /** Adds the user of the server. Called once, when the project has a server. */
  readonly addUser: () => DevUser;
  /** The loopback port where the server listens. */
  readonly port: number;
  readonly process: Pick<ManagerProcess, "run" | "stop" | "starts">;
  /** Whether the files of objects stay for the next run. */
  readonly keepsData: boolean;
  /** How long to wait until the server listens. Default: 10 s. */
  readonly patienceMs?: number;
  readonly signal: AbortSignal;
}

/** Returns the variables that tell the server its port, its certificate and its folder. */
export function apiserverEnv(root: string, port: number): Readonly<Record<string, string>> {
  const folder = statePath(root, apiserverCertificates);
  const data = statePath(root, apiserverData);
  return {
    ...{ APISERVER_PORT: String(port), APISERVER_CERT_PATH: folder, APISERVER_BIND_ADDRESS: "127.0.0.1" },
    ...{ APISERVER_DATA_PATH: data, APISERVER_STORAGE_NAMESPACE: storageNamespace },
  };
}

/**
 * The extension API server of the project, which runs on this machine behind the embedded API server. tsop registers it with an
 * APIService for each of its group versions, and removes those that the project no longer has.
 */
export class DevApiserver {
  readonly #parts: DevApiserverParts;
  #user: DevUser | undefined;
  #caBundle: string | undefined;
  #role: string | undefined;
  #kinds: readonly GroupVersionKind[] = [];
  /** The start of the process and the kinds that are registered. */
  #registered = "";

  constructor(parts: DevApiserverParts) {
    this.#parts = parts;
  }

  /** Starts the server, replaces it if its code has changed, or stops it if the project no longer has one. */
  async run({ apiserver }: BuiltOperator, since: number, save: { readonly isSave: boolean }): Promise<void> {
    const { root, process } = this.#parts;
    if (apiserver === undefined) {
      if (this.#caBundle !== undefined) await process.stop();
      return;
    }
    makeStateFolder(root, apiserverData);
    this.#caBundle ??= await writeCertificate(root, apiserverCertificates, [extensionHost]);
    await this.#grant();
    await process.run(apiserver, since, save);
  }

  /**
   * Registers the server. Call it after {@link run}.
   *
   * @returns the group versions of a server that has started since the last call: its objects in memory are gone
   * @throws TsopError `cluster/kind-not-served`
   */
  async install({ apiserver }: BuiltOperator, project: Pick<Project, "resources">): Promise<ReadonlySet<string>> {
    const { client, log, port, process, signal, patienceMs = 10_000 } = this.#parts;
    const kinds = apiserver === undefined ? [] : kindsOf(project);
    await this.#removeBut(kinds);
    this.#kinds = kinds;
    const state = `${process.starts} ${JSON.stringify(kinds)}`;
    if (kinds.length === 0 || state === this.#registered) return new Set();
    this.#registered = state;
    if (!(await until(() => isListening(port), { timeoutMs: patienceMs, signal }))) {
      log.say(`${apiserverFile} is not registered: no process listens on 127.0.0.1:${port} (APISERVER_PORT)`);
      return new Set();
    }
    const server = { port, caBundle: this.#caBundle, revision: String(process.starts) };
    await registerExtension(client, server, kinds, signal);
    for (const kind of kinds) await waitUntilPassedOn(client, kind, { timeoutMs, signal });
    const apiVersions = new Set(kinds.map(({ group, version }) => toApiVersion(group, version)));
    const names = [...new Set(kinds.map(({ kind }) => kind))].join(", ");
    log.say(`${apiserverFile} serves ${names} of ${[...apiVersions].join(", ")} at 127.0.0.1:${port}`);
    return apiVersions;
  }

  async close(): Promise<void> {
    await this.#parts.process.stop();
    const { root, keepsData } = this.#parts;
    for (const name of [apiserverCertificates, ...(keepsData ? [] : [apiserverData])]) removeState(root, name);
  }

  async #removeBut(kinds: readonly GroupVersionKind[]): Promise<void> {
    const wanted = new Set(kinds.map(apiServiceNameOf));
    for (const name of new Set(this.#kinds.map(apiServiceNameOf))) {
      if (wanted.has(name)) continue;
      await unregisterExtension(this.#parts.client, name, this.#parts.signal);
      this.#parts.log.say(`APIService ${name} removed`);
    }
  }

  /** Gives the server exactly the permissions of its role, and those that every extension API server needs. */
  async #grant(): Promise<void> {
    const { root, client, addUser, signal } = this.#parts;
    const isNew = this.#user === undefined;
    const { name, grant } = (this.#user ??= addUser());
    if (grant === undefined) return;
    if (isNew) await grantDelegation(client, name, signal);
    const files = [serverRoleFile, storageRoleFile].filter((file) => existsSync(path.join(root, file)));
    const roles = files.flatMap((file) => readManifests(root, file)).map(({ object }) => object);
    const text = JSON.stringify(roles);
    if (text === this.#role) return;
    await grant(roles, [storageNamespace]);
    this.#role = text;
  }
}

function kindsOf(project: Pick<Project, "resources">): GroupVersionKind[] {
  return extensionResources(project).map((resource) => ({
    group: qualifiedGroup(resource),
    version: resource.version,
    kind: resource.kind,
  }));
}
