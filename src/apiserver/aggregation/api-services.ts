/** The stored APIServices. Source: k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/helper/helpers.go. */
import { type ApiObject, isSet, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import { storageKeyOf } from "../resource.js";
import type { Store } from "../storage/store.js";

export const apiServicesKey = storageKeyOf("apiregistration.k8s.io", "apiservices");

/** A group version in the list of APIs. The API server itself serves those without a Service. */
export interface ApiService {
  /** `v1.metrics.example.com` */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  readonly service?: ServiceAddress;
  /** The authorities of the Service's certificate: PEM, in base64. Empty: the system's authorities. */
  readonly caBundle: string;
  readonly skipsVerification: boolean;
  readonly isAvailable: boolean;
}

export interface ServiceAddress {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** An APIService that another server serves. */
export type RemoteApiService = ApiService & { readonly service: ServiceAddress };

export function isRemote(apiService: ApiService): apiService is RemoteApiService {
  return apiService.service !== undefined;
}

export function toApiService(object: ApiObject): ApiService {
  const spec = objectOf(object, "spec");
  const service = objectOf(spec, "service");
  const conditions = objectsOf(objectOf(object, "status"), "conditions");
  return {
    name: object.metadata.name ?? "",
    group: textOf(spec, "group"),
    version: textOf(spec, "version"),
    groupPriority: numberOf(spec, "groupPriorityMinimum") ?? 0,
    versionPriority: numberOf(spec, "versionPriority") ?? 0,
    ...(service === undefined
      ? {}
      : {
          service: {
            namespace: textOf(service, "namespace"),
            name: textOf(service, "name"),
            port: numberOf(service, "port") ?? 443,
          },
        }),
    caBundle: textOf(spec, "caBundle"),
    skipsVerification: isSet(spec, "insecureSkipTLSVerify"),
    isAvailable: conditions.some((each) => each["type"] === "Available" && each["status"] === "True"),
  };
}

/** Reads the stored APIServices, each once per change. */
export class ApiServices {
  readonly #store: Store;
  #byName: ReadonlyMap<string, ApiService> | undefined;
  readonly #unsubscribe: () => void;
  #version = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#unsubscribe = store.subscribe(apiServicesKey, () => {
      this.#byName = undefined;
      this.#version += 1;
    });
  }

  /** Changes with each write. */
  get version(): number {
    return this.#version;
  }

  all(): readonly ApiService[] {
    return [...this.#services().values()];
  }

  find(name: string): ApiService | undefined {
    return this.#services().get(name);
  }

  /** Returns the APIService that serves a decoded path, if another server serves it. */
  remoteOf(path: string): RemoteApiService | undefined {
    const [, root, group = "", version = ""] = path.split("/");
    const name = root === "apis" ? `${version}.${group}` : root === "api" ? "v1." : undefined;
    const found = name === undefined ? undefined : this.find(name);
    return found !== undefined && isRemote(found) ? found : undefined;
  }

  close(): void {
    this.#unsubscribe();
  }

  #services(): ReadonlyMap<string, ApiService> {
    return (this.#byName ??= new Map(
      this.#store.list(apiServicesKey).map((each) => [each.metadata.name ?? "", toApiService(each)]),
    ));
  }
}
