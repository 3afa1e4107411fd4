import type { Answer, ContractApi, ContractCase } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps } from "../sample-objects.js";

const a = `${configMaps}/a`;
const ofCase = "labelSelector=of%3D$id";
const watching = `${configMaps}?watch=true&${ofCase}`;

/** Returns whether an event is the bookmark that ends the initial events. */
const isInitialEnd = ({ object }: { object: { metadata?: { annotations?: Record<string, string> } } }): boolean =>
  object.metadata?.annotations?.["k8s.io/initial-events-end"] === "true";

async function currentVersion(api: ContractApi): Promise<string> {
  const list: Answer = await api.get(`${configMaps}?${ofCase}`, { record: false });
  return list.body.metadata.resourceVersion;
}

/** Creates a case for the query of a watch: two objects exist, and a third is created. */
function queryCase(name: string, query: string, count: number, path = configMaps): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, "a", "b");
      const version = await currentVersion(api);
      const watch = await api.watch(`${path}?watch=true&${ofCase}${query.replaceAll("$current", version)}`);
      await createConfigMaps(api, "c");
      await watch.until(count);
    },
  };
}

/** Creates a case for a watch that the server rejects or ends. */
function shortCase(name: string, query: string): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, "a");
      await (await api.watch(`${watching}&timeoutSeconds=1${query}`)).until("end");
    },
  };
}

const starts: readonly ContractCase[] = [
  queryCase("without a version: what is there comes first", "", 3),
  queryCase("at version 0: what is there comes first", "&resourceVersion=0", 3),
  queryCase("at the version of a list: what comes after it", "&resourceVersion=$current", 1),
  queryCase("across namespaces", "&resourceVersion=$current", 1, "/api/v1/configmaps"),
  queryCase(
    "resourceVersionMatch NotOlderThan without sendInitialEvents",
    "&resourceVersionMatch=NotOlderThan&resourceVersion=0&timeoutSeconds=1",
    3,
  ),
  queryCase("a limit is ignored", "&limit=1", 3),
  queryCase("watch=1", "&watch=1", 3),
  {
    name: "the old path with /watch/",
    async run(api) {
      await createConfigMaps(api, "a");
      await (await api.watch(`/api/v1/watch/namespaces/$ns/configmaps?${ofCase}`)).until(1);
      await (await api.watch(`/api/v1/watch/namespaces/$ns/configmaps/a`)).until(1);
    },
  },
  {
    name: "the path of one object with watch=true",
    async run(api) {
      await createConfigMaps(api, "a");
      await (await api.watch(`${a}?watch=true`)).until(1);
    },
  },
  {
    name: "by a field: the name of one object",
    async run(api) {
      const watch = await api.watch(`${configMaps}?watch=true&fieldSelector=metadata.name%3Db`);
      await createConfigMaps(api, "a", "b", "c");
      await api.delete(`${configMaps}/b`, undefined, { record: false });
      await watch.until(2);
    },
  },
  {
    name: "cluster-scoped",
    async run(api) {
      const watch = await api.watch("/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3D$ns");
      await api.patch("/api/v1/namespaces/$ns", "merge", { metadata: { labels: { a: "1" } } }, { record: false });
      await watch.until(2);
    },
  },
  shortCase("the server ends it after timeoutSeconds", ""),
  shortCase("a version that is no number", "&resourceVersion=abc"),
  shortCase("resourceVersionMatch Exact", "&resourceVersion=1&resourceVersionMatch=Exact"),
  shortCase("a bad selector", "&labelSelector=%3D"),
  shortCase("a field that cannot be selected", "&fieldSelector=data%3Da"),
  {
    name: "a resource that is not there",
    run: async (api) => (await api.watch("/api/v1/namespaces/$ns/nothings?watch=true")).until("end"),
  },
  {
    name: "a namespace that is not there has no events",
    run: async (api) =>
      (await api.watch("/api/v1/namespaces/none-$id/configmaps?watch=true&timeoutSeconds=1")).until("end"),
  },
];

const lives: readonly ContractCase[] = [
  {
    name: "an object's life",
    async run(api) {
      const watch = await api.watch(watching);
      await api.post(configMaps, configMap("a", {}, { labels: { of: "$id" } }), { record: false });
      await api.patch(a, "merge", { data: { a: "1" } }, { record: false });
      await api.delete(a, undefined, { record: false });
      await watch.until(3);
    },
  },
  {
    name: "an object that comes to fit a selector, and then does not any more",
    async run(api) {
      const watch = await api.watch(`${configMaps}?watch=true&labelSelector=fits`);
      await createConfigMaps(api, "a");
      await api.patch(a, "merge", { metadata: { labels: { fits: "" } } }, { record: false });
      await api.patch(a, "merge", { data: { a: "1" } }, { record: false });
      await api.patch(a, "merge", { metadata: { labels: { fits: null } } }, { record: false });
      await api.patch(a, "merge", { data: { a: "2" } }, { record: false });
      await api.patch(a, "merge", { metadata: { labels: { fits: "again" } } }, { record: false });
      await watch.until(4);
    },
  },
  {
    name: "a write that changes nothing is no event, nor is a dry run",
    async run(api) {
      await createConfigMaps(api, "a");
      const watch = await api.watch(`${watching}&resourceVersion=${await currentVersion(api)}`);
      await api.patch(a, "merge", {}, { record: false });
      await api.patch(`${a}?dryRun=All`, "merge", { data: { a: "1" } }, { record: false });
      await api.patch(a, "merge", { data: { a: "2" } }, { record: false });
      await watch.until(1);
    },
  },
  {
    name: "resumes from the version of an event",
    async run(api) {
      const [one] = await createConfigMaps(api, "a");
      await api.patch(a, "merge", { data: { a: "1" } }, { record: false });
      await api.patch(a, "merge", { data: { a: "2" } }, { record: false });
      await api.delete(a, undefined, { record: false });
      await (await api.watch(`${watching}&resourceVersion=${one!.body.metadata.resourceVersion}`)).until(3);
    },
  },
  {
    name: "two watchers see the same",
    async run(api) {
      const watches = [await api.watch(watching), await api.watch(watching)];
      await createConfigMaps(api, "a", "b");
      for (const watch of watches) await watch.until(2);
    },
  },
];

const initialEvents: readonly ContractCase[] = [
  {
    name: "sendInitialEvents: what is there, then a bookmark, then what comes",
    async run(api) {
      await createConfigMaps(api, "b", "a");
      const watch = await api.watch(
        `${watching}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      );
      await watch.until(isInitialEnd);
    },
  },
  {
    name: "sendInitialEvents: nothing is there",
    run: async (api) =>
      (
        await api.watch(`${watching}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`)
      ).until(isInitialEnd),
  },
  {
    name: "sendInitialEvents: at version 0",
    async run(api) {
      await createConfigMaps(api, "a");
      await currentVersion(api);
      await (
        await api.watch(
          `${watching}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=0`,
        )
      ).until(isInitialEnd);
    },
  },
  shortCase("sendInitialEvents: without resourceVersionMatch", "&sendInitialEvents=true"),
  shortCase(
    "sendInitialEvents: with another match",
    "&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1",
  ),
  shortCase(
    "sendInitialEvents: with a match that nobody knows",
    "&sendInitialEvents=true&resourceVersionMatch=Sometimes",
  ),
  shortCase(
    "sendInitialEvents: without bookmarks there is no end",
    "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  ),
  shortCase("sendInitialEvents: false", "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan"),
  shortCase("sendInitialEvents: false, without a match", "&sendInitialEvents=false"),
  shortCase("sendInitialEvents: no boolean", "&sendInitialEvents=maybe&resourceVersionMatch=NotOlderThan"),
  {
    name: "sendInitialEvents: of a list",
    run: (api) => api.get(`${configMaps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&${ofCase}`),
  },
  {
    name: "sendInitialEvents: as a table",
    async run(api) {
      await createConfigMaps(api, "a");
      await (
        await api.watch(
          `${watching}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
          {
            headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
          },
        )
      ).until(2);
    },
  },
];

const views: readonly ContractCase[] = ["Table", "PartialObjectMetadata"].map((as) => ({
  name: `as ${as}`,
  async run(api) {
    await createConfigMaps(api, "a");
    const watch = await api.watch(watching, { headers: { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` } });
    await api.patch(a, "merge", { data: { a: "1" } }, { record: false });
    await api.delete(a, undefined, { record: false });
    await watch.until(3);
  },
}));

export const cases: readonly ContractCase[] = [...starts, ...lives, ...initialEvents, ...views];
