import type { JsonObject } from "../../core/json.js";
import { ownVersions, type ServedGroup, type ServedVersion } from "../discovery/served-groups.js";
import type { ServedResource } from "../resource.js";
import { documentPathOf, hashOf, openApiDocument, type OpenApiSource } from "./documents.js";
import { mergeSwagger } from "./merge-swagger.js";
import { swaggerOf } from "./swagger.js";
import { encodeSwagger } from "./swagger-protobuf.js";

/** A document as its responses contain it, which share its bytes. */
export interface OpenApiText {
  readonly text: Buffer;
  readonly hash: string;
}

/** The OpenAPI v2 document in each of its forms. */
export interface Swagger {
  json(): OpenApiText;
  protobuf(): OpenApiText;
}

/** Generates each document on the first request, and again when its resources change. */
export class OpenApiDocuments {
  readonly #made = new Map<string, OpenApiText & { readonly of: readonly ServedResource[] }>();
  readonly #source: OpenApiSource;
  #swagger: (Swagger & { readonly of: readonly ServedGroup[] }) | undefined;

  constructor(source: OpenApiSource) {
    this.#source = source;
  }

  /**
   * `/openapi/v3`
   *
   * @param others - the URLs of other servers' documents, by path
   */
  index(groups: readonly ServedGroup[], others: ReadonlyMap<string, string>): JsonObject {
    const urls = new Map(others);
    for (const served of ownVersions(groups)) {
      const path = documentPathOf(served);
      urls.set(path, `/openapi/v3/${path}?hash=${this.document(served).hash}`);
    }
    const entries = [...urls].map(([path, url]): [string, JsonObject] => [path, { serverRelativeURL: url }]);
    return { paths: Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1))) };
  }

  document(served: ServedVersion): OpenApiText {
    const path = documentPathOf(served);
    const known = this.#made.get(path);
    // The source returns the same resource objects until they change.
    if (
      known?.of.length === served.resources.length &&
      known.of.every((each, index) => each === served.resources[index])
    ) {
      return known;
    }
    const made = { ...hashed(printed(openApiDocument(served, this.#source))), of: served.resources };
    this.#made.set(path, made);
    return made;
  }

  /**
   * Generates the document once for the same groups, on the first request, because few clients request it.
   *
   * @param others - the parts of other servers' documents that belong to the groups
   */
  swagger(groups: readonly ServedGroup[], others: readonly JsonObject[]): Swagger {
    if (this.#swagger?.of === groups) return this.#swagger;
    const make = (): JsonObject => {
      const own = ownVersions(groups).map((served) => openApiDocument(served, this.#source));
      return mergeSwagger(swaggerOf(own, this.#source.data.version), others);
    };
    let json: OpenApiText | undefined;
    let protobuf: OpenApiText | undefined;
    const swagger = {
      of: groups,
      json: () => (json ??= hashed(printed(make()))),
      protobuf: () => (protobuf ??= hashed(encodeSwagger(make()))),
    };
    this.#swagger = swagger;
    return swagger;
  }
}

function printed(document: JsonObject): Buffer {
  return Buffer.from(JSON.stringify(document));
}

function hashed(text: Buffer): OpenApiText {
  return { text, hash: hashOf(text) };
}
