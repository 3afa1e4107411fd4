/** Lists that are too long to be held at once. */
import { isExpired } from "./api-error.js";
import type { ListOptions, MetadataReader, ObjectMetadata, Reader } from "./client.js";
import { type Kind, type KubeObject, type ObjectList, showKey } from "./objects.js";

/** client-go's page size. */
const defaultLimit = 500;

/** Which objects to list, and how many at a time. */
export interface PagesOptions extends Omit<ListOptions, "shared" | "continue"> {
  /** How many objects a page holds at most. Default 500. */
  readonly limit?: number;
}

/** What lists whole objects: a client. */
type Lists = Pick<Reader, "list"> & { readonly view?: never };
/** What lists metadata: `client.metadata`. */
type MetadataLists = Pick<MetadataReader, "list" | "view">;

/**
 * Lists page by page, from the API server: at no time are more objects held than one page has. All pages show one moment,
 * as long as the server remembers it (five minutes, usually). A reader that takes longer gets the rest as it is by then: the
 * server says where to go on, or else the whole list comes at once, without what was on earlier pages. No object comes twice.
 *
 * @throws what `list` throws; after an error no page follows
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
  // What was on earlier pages; small beside the objects, and only needed where the server does not say where to go on.
  const seen = new Set<string>();
  let next = "";
  const { resourceVersion = "", ...selection } = options;
  // A token stands for its resourceVersion; the server refuses both together.
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
      // With it the server lists the rest, as it is now (apiserver's etcd3 store, handleCompactedErrorForPaging).
      const token = error.status.metadata?.continue ?? "";
      // A server that gives the refused token again would be asked for ever.
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
 * The objects of {@link listPages}, one by one.
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
  // Of an object, too, no more than its metadata is known here; the signatures above say what comes.
  for await (const { items } of listPages(reader as MetadataLists, kind, options)) yield* items;
}
