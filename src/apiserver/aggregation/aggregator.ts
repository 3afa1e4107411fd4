/** Joins other servers with this one: their requests, their discovery, and their OpenAPI documents. */
import { isSameJson, type JsonObject } from "../../core/json.js";
import type { RegisteredVersion } from "../discovery/served-groups.js";
import type { Answer } from "../http/answer.js";
import type { Store } from "../storage/store.js";
import type { ServiceResolver } from "../webhooks/service-resolver.js";
import { ApiServices, isRemote, type RemoteApiService } from "./api-services.js";
import { forward, type Forwarded } from "./forward.js";
import { fetchDocuments, type RemoteDocuments, staleDocuments } from "./remote-documents.js";
import { type ClientCertificate, ServiceClient } from "./service-client.js";

export interface AggregatorOptions {
  readonly store: Store;
  readonly resolveService: ServiceResolver;
  /** By which other servers know this one. */
  readonly certificate: ClientCertificate;
  /** Whether other servers get the UIDs of users. */
  readonly sendsUserUid: boolean;
}

export class Aggregator {
  readonly services: ApiServices;
  readonly client: ServiceClient;
  readonly #documents = new Map<string, RemoteDocuments>();
  readonly #sendsUserUid: boolean;
  #version = 0;

  constructor({ store, resolveService, certificate, sendsUserUid }: AggregatorOptions) {
    this.#sendsUserUid = sendsUserUid;
    this.services = new ApiServices(store);
    this.client = new ServiceClient(resolveService, certificate);
  }

  /** Changes with the APIServices and with the documents of other servers. */
  get version(): number {
    return this.#version + this.services.version;
  }

  /** Returns undefined for a path that this server serves itself. */
  answer(given: Forwarded): Promise<Answer> | undefined {
    const remote = this.services.remoteOf(given.url.pathname);
    return remote === undefined ? undefined : this.#forward(remote, given);
  }

  registered(): readonly RegisteredVersion[] {
    return this.services.all().map((each) => ({
      ...each,
      ...(isRemote(each) ? { remote: this.#documentsOf(each).discovery } : {}),
    }));
  }

  /** Returns the URLs of the OpenAPI v3 documents of other servers, by their paths. */
  openApiUrls(): ReadonlyMap<string, string> {
    return new Map(this.#remotes().flatMap((each) => [...this.#documentsOf(each).openApi]));
  }

  /** @param path - of an OpenAPI v3 document: `apis/example.com/v1`. Returns undefined if no other server has it. */
  answerOpenApi(path: string, given: Forwarded): Promise<Answer> | undefined {
    const owner = this.#remotes().find((each) => this.#documentsOf(each).openApi.has(path));
    return owner === undefined ? undefined : this.#forward(owner, given);
  }

  /** Returns the parts of the OpenAPI v2 documents of other servers that are about their APIServices. */
  swaggers(): readonly JsonObject[] {
    return this.#remotes()
      .map((each) => this.#documentsOf(each).swagger)
      .filter((each) => each !== undefined);
  }

  /** Fetches the documents of an APIService's server again. */
  async refresh(name: string): Promise<void> {
    const found = this.services.find(name);
    const isKnown = found !== undefined && isRemote(found);
    const documents = isKnown ? await fetchDocuments(this.client, found) : undefined;
    const known = this.#documents.get(name);
    if (documents === undefined) this.#documents.delete(name);
    else this.#documents.set(name, documents);
    if (!isSame(known, documents)) this.#version += 1;
  }

  close(): void {
    this.services.close();
    this.client.close();
  }

  #forward(to: RemoteApiService, given: Forwarded): Promise<Answer> {
    const { uid, ...withoutUid } = given.user;
    return forward(this.client, to, this.#sendsUserUid || uid === undefined ? given : { ...given, user: withoutUid });
  }

  #remotes(): readonly RemoteApiService[] {
    return this.services.all().filter(isRemote);
  }

  #documentsOf({ name, version }: RemoteApiService): RemoteDocuments {
    return this.#documents.get(name) ?? staleDocuments(version);
  }
}

function isSame(left: RemoteDocuments | undefined, right: RemoteDocuments | undefined): boolean {
  const plain = (given: RemoteDocuments | undefined): unknown =>
    given === undefined ? undefined : { ...given, openApi: [...given.openApi] };
  return isSameJson(plain(left), plain(right));
}
