import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { copyJson } from "../../core/json.js";
import { defaultVersion } from "../../schema/kubernetes-versions.js";
import { signingKey } from "../authentication/signed-tokens.js";
import { privilegedGroup } from "../authorization/authorizer.js";
import { WorkQueues } from "../controllers/work-queues.js";
import type { KindName } from "../custom-resources/undeclared-kinds.js";
import { UndeclaredKinds } from "../custom-resources/undeclared-kinds.js";
import type { OwnResponse } from "../http/api-request.js";
import { checkLength } from "../http/body.js";
import type { InProcessOptions, InProcessRequest, InProcessServer, KeptMetadata } from "../in-process.js";
import { timeText } from "../objects/write.js";
import type { ServedResource } from "../resource.js";
import { Store } from "../storage/store.js";
import { storeBootstrapObjects } from "./bootstrap.js";
import { priorityClasses } from "./built-ins.js";
import { withImpliedObjects } from "./implied-objects.js";
import { createServerCore, type ServerCore } from "./server-core.js";
import { startFollowers } from "./start-controllers.js";

/** Joins all parts of a server without connections. Nothing keeps it alive: it ends with its client. */
export class MemoryServer implements InProcessServer {
  readonly #core: ServerCore;
  readonly #store: Store;
  // Everything that follows from a write is done before the response.
  readonly #queues = new WorkQueues(queueMicrotask);
  readonly #undeclared: UndeclaredKinds;
  readonly #authorization: string;

  constructor({ clock, version = defaultVersion }: InProcessOptions) {
    this.#store = new Store(() => clock.now());
    storeBootstrapObjects(this.#store, priorityClasses(version), timeText(clock.now()));
    this.#core = createServerCore({
      store: this.#store,
      clock,
      setTimer: (ms, callback) => clock.setTimer(ms, callback),
      ...{ rbac: false, version },
      signingKey: lateSigningKey(),
      admitted: withImpliedObjects(this.#store),
    });
    const { registry, host } = this.#core;
    this.#undeclared = new UndeclaredKinds(registry, this.#store, host);
    startFollowers({ ...this.#core, queues: this.#queues }, { host, assumesOwners: true });
    const token = randomBytes(24).toString("base64url");
    this.#core.authenticator.addUser(token, { username: "tsop-admin", groups: [privilegedGroup] });
    this.#authorization = `Bearer ${token}`;
  }

  resourceOf(kind: KindName, namespace: string | undefined): ServedResource | undefined {
    return this.#undeclared.resourceOf(kind, namespace);
  }

  resourcesOf(group: string, version: string): readonly ServedResource[] {
    return this.#core.registry.all().filter((each) => each.group === group && each.version === version);
  }

  async request({ method, target, headers, body = "" }: InProcessRequest): Promise<OwnResponse> {
    const whenOver: (() => void)[] = [];
    const response = await this.#core.handler.handle({
      method,
      target,
      headers: { ...headers, authorization: this.#authorization },
      headersDistinct: {},
      readBody: () => Promise.resolve(Buffer.from(body)).then(checkLength),
      openBody: () => Readable.from([Buffer.from(body)]),
      clientCertificates: () => ({ chain: [], isVerified: false }),
      certificateUser: () => undefined,
      auditId: randomUUID(),
      remoteAddress: "127.0.0.1",
      whenOver: (listener) => void whenOver.push(listener),
    });
    for (const listener of whenOver) listener();
    if (method !== "GET") await this.#queues.settled();
    // This server has no aggregator.
    if (response.type !== "whole" && response.type !== "stream") throw new Error(`the response is ${response.type}`);
    return response;
  }

  async keep(resource: ServedResource, namespace: string, name: string, metadata: KeptMetadata): Promise<void> {
    const key = resource.namespaced ? namespace : "";
    const stored = this.#store.get(resource.storageKey, key, name);
    if (stored === undefined) throw new Error(`${resource.resource} has no ${name}`);
    const kept = { ...stored.metadata, ...metadata };
    if (metadata.managedFields === undefined) delete kept.managedFields;
    const object = { ...copyJson(stored), metadata: kept };
    if (kept.deletionTimestamp !== undefined) resource.strategy.ownFinalizers?.mark(object, this.#core.objects.now());
    this.#store.replace(resource.storageKey, stored, object);
    await this.#queues.settled();
  }
}

/** Creates the key on first use: that takes as long as the rest of a server's start. */
function lateSigningKey(): () => ReturnType<typeof signingKey> {
  let key: ReturnType<typeof signingKey> | undefined;
  return () => (key ??= signingKey(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey));
}
