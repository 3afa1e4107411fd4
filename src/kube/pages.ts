/** Lists that are too long to keep in memory. */
import { isExpired } from "./api-error.js";
import type { ListOptions, MetadataReader, ObjectMetadata, Reader } from "./client.js";
import { type Kind, type KubeObject, type ObjectList, showKey } from "./objects.js";

/** client-go's page size. */
const defaultLimit = 500;

/** The options of a list in pages: which objects, and how many per page. */
export interface PagesOptions extends Omit<ListOptions, "shared" | "continue"> {
  /** The maximum number of objects per page. Default 500. */
  readonly limit?: number;
}

/** A client that lists whole objects. */
type Lists = Pick<Reader, "list"> & { readonly view?: never };
/** A client that lists metadata: `client.metadata`. */
type MetadataLists = Pick<MetadataReader, "list" | "view">;

/**
 * Lists objects page by page from the API server, with at most one page in memory. All pages show the same moment, as
 * long as the server remembers it (usually five minutes). A slower reader gets the remaining objects in their current
 * state: the server returns a token to continue from, or else it returns the whole list at once, and `listPages` leaves
 * out the objects of earlier pages. No object appears twice.
 *
 * @throws the errors of `list`; no page follows an error
 *
 * @example
 * ```ts
 * import { type Client, listPages } from "tsop";
 * import { Pod } from "tsop/k8s/core/v1";
 *
 * export async function countPods(client: Client): Promise<number> {
 *   let count = 0;
 *   for await (const page of listPages(client.metadata, Pod)) count += page.items.length;
 *   return count;
 * }
 * ```
 */
export function listPages<T extends KubeObject>(
  reader: MetadataLists,
  kind: Kind<T>,
  options?: PagesOptions,
): AsyncGenerator<ObjectList<ObjectMetadata<T>>, void, undefined>;
export function listPages<T extends KubeObject>(
  reader: Lists,
  kind: Kind<T>,
  options?: PagesOptions,
): AsyncGenerator<ObjectList<T>, void, undefined>;
export async function* listPages<T extends KubeObject>(
  reader: Lists | MetadataLists,
  kind: Kind<T>,
  { limit = defaultLimit, ...options }: PagesOptions = {},
): AsyncGenerator<ObjectList<ObjectMetadata<T>>, void, undefined> {
  // The objects of earlier pages. The set is small compared to the objects, and only needed if the server returns no
  // token to continue from.
  const seen = new Set<string>();
  let next = "";
  const { resourceVersion = "", ...selection } = options;
  // A token contains its resourceVersion; the server rejects both together.
  const first = resourceVersion === "" ? selection : { ...selection, resourceVersion };
  for (;;) {
    const where = next === "" ? first : { ...selection, continue: next };
    try {
      const page = await reader.list(kind, { ...where, limit });
      for (const item of page.items) seen.add(showKey(item.metadata));
      next = page.metadata.continue ?? "";
      yield page;
      if (next === "") return;
    } catch (error) {
      if (next === "" || !isExpired(error)) throw error;
      // With this token the server lists the remaining objects in their current state (apiserver's etcd3 store,
      // handleCompactedErrorForPaging).
      const token = error.status.metadata?.continue ?? "";
      // If the server returned the rejected token again, the requests would never end.
      if (token !== "" && token !== next) next = token;
      else {
        const { metadata, items } = await reader.list(kind, selection);
        yield { metadata, items: items.filter((item) => !seen.has(showKey(item.metadata))) };
        return;
      }
    }
  }
}

/**
 * Lists the objects of {@link listPages} one by one.
 *
 * @example
 * ```ts
 * import { type Client, listAll } from "tsop";
 * import { Secret } from "tsop/k8s/core/v1";
 *
 * export async function findByKey(client: Client, key: string): Promise<string[]> {
 *   const names: string[] = [];
 *   for await (const { metadata, data } of listAll(client, Secret, { labels: { app: "web" } })) {
 *     if (data?.[key] !== undefined) names.push(metadata.name);
 *   }
 *   return names;
 * }
 * ```
 */
export function listAll<T extends KubeObject>(
  reader: MetadataLists,
  kind: Kind<T>,
  options?: PagesOptions,
): AsyncGenerator<ObjectMetadata<T>, void, undefined>;
export function listAll<T extends KubeObject>(
  reader: Lists,
  kind: Kind<T>,
  options?: PagesOptions,
): AsyncGenerator<T, void, undefined>;
export async function* listAll<T extends KubeObject>(
  reader: Lists | MetadataLists,
  kind: Kind<T>,
  options?: PagesOptions,
): AsyncGenerator<ObjectMetadata<T>, void, undefined> {
  // The implementation knows only the metadata of an object; the signatures above declare the type of the items.
  for await (const { items } of listPages(reader as MetadataLists, kind, options)) yield* items;
}
