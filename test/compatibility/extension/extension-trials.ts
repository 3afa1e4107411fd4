/** Runs the trials of `tsop api diff` on an extension API server: its definition takes the place of the CRD. */
import { createHandler, type OpenHandler } from "../../../src/extension/create-handler.js";
import { checkResources } from "../../../src/extension/definitions.js";
import type { ExtensionResource } from "../../../src/extension/options.js";
import type { ObjectStorage } from "../../../src/extension/storage/object-storage.js";
import { openStore } from "../../../src/extension/storage/open-store.js";
import { Store } from "../../../src/apiserver/storage/store.js";
import { bodyOf, crdPath, type TrialAnswer, type TrialServer } from "../../../src/compatibility/witness/requests.js";
import { TsopError } from "../../../src/core/errors.js";
import { printExactJson } from "../../../src/core/exact-json.js";
import type { ExactJsonObject } from "../../../src/core/json.js";
import type { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import type { HttpClient } from "../../../src/kube/http-client.js";
import { FakeClock } from "../../../src/testing/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

/** What the server has besides the definition: `virtual` storage, a conversion. */
export type ResourceParts = Partial<Omit<ExtensionResource, "definition">>;

export interface ExtensionTrialServer extends TrialServer {
  /** Starts a release of the server with this definition: over the objects of the release before, if it stores any. */
  release(definition: ExactJsonObject, parts?: ResourceParts): Promise<void>;
  readonly log: RecordingLogger;
}

/** Creates a server that begins with the first definition that is sent as a CRD. */
export function createExtensionTrialServer(): ExtensionTrialServer {
  const store = new Store(() => 0);
  const storage: ObjectStorage = { open: (kind) => Promise.resolve(openStore(store, kind)) };
  const [log, clock] = [new RecordingLogger(), new FakeClock()];
  let open: OpenHandler | undefined;
  const release = async (definition: ExactJsonObject, parts: ResourceParts = {}): Promise<void> => {
    const resources = checkResources([
      { storage, ...parts, definition: definition as unknown as CustomResourceDefinition },
    ]);
    await open?.close();
    open = await createHandler({
      resources,
      authenticate: () => Promise.resolve({ username: "admin", groups: ["system:masters"] }),
      decide: () => ({ isAllowed: true, reason: "" }),
      client: namespaces,
      namespace: undefined,
      ...{ clock, log },
    });
  };
  const install = async (method: string, body: ExactJsonObject | undefined): Promise<TrialAnswer> => {
    if (body === undefined) return { code: 200, body: { metadata: { resourceVersion: "1" } } };
    try {
      await release(body);
      return { code: method === "POST" ? 201 : 200, body };
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      return { code: 422, body: { message: error.message } };
    }
  };
  return {
    ...{ release, log },
    async request(method, path, body, contentType = "application/json") {
      if (path.startsWith(crdPath)) return install(method, body);
      if (open === undefined) throw new Error("no definition was sent");
      const whenOver: (() => void)[] = [];
      const response = await open.handle({
        ...{ method, target: path, headersDistinct: {}, auditId: "", remoteAddress: "127.0.0.1" },
        headers: { accept: "application/json", "content-type": contentType, "user-agent": "tsop" },
        readBody: () => Promise.resolve(Buffer.from(body === undefined ? "" : printExactJson(body))),
        openBody: () => {
          throw new Error("no request is passed on");
        },
        clientCertificates: () => ({ chain: [], isVerified: false }),
        certificateUser: () => undefined,
        whenOver: (listener) => void whenOver.push(listener),
      });
      for (const listener of whenOver) listener();
      if (response.type !== "whole") throw new Error(`the response is ${response.type}`);
      return { code: response.code, body: bodyOf(response.body.toString()) };
    },
  };
}

/** The main API server, which has every namespace. */
const namespaces = {
  get: (_kind: unknown, { name }: { name: string }) =>
    Promise.resolve({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
} as unknown as HttpClient;
