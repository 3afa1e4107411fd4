import type { ContractCase } from "../contract-case.js";
import { configMaps, createConfigMaps, metadataOnly, namesOnly, waitForCache } from "../sample-objects.js";

const ofCase = "labelSelector=of%3D$id";
const future = "900000000000";

/** Creates a case of a list with this query, when `a` and `b` exist, and `c` was created after `$then`. */
function listCase(query: string): ContractCase {
  return {
    name: `list ${query}`,
    async run(api) {
      await createConfigMaps(api, "a", "b");
      const then = await api.get(`${configMaps}?${ofCase}`, { record: false });
      await createConfigMaps(api, "c");
      await waitForCache(api);
      const asked = query.replaceAll("$then", then.body.metadata.resourceVersion);
      await api.get(`${configMaps}?${ofCase}&${asked}`, { show: namesOnly });
    },
  };
}

const queries = [
  "resourceVersion=",
  "resourceVersion=0",
  "resourceVersion=abc",
  "resourceVersion=-5",
  "resourceVersion=1.5",
  "resourceVersion=$then",
  "resourceVersion=0&resourceVersionMatch=NotOlderThan",
  "resourceVersion=$then&resourceVersionMatch=NotOlderThan",
  "resourceVersion=$then&resourceVersionMatch=Exact",
  "resourceVersion=$then&resourceVersionMatch=Exact&limit=1",
  "resourceVersion=$then&limit=1",
  "resourceVersion=0&limit=1",
  "resourceVersion=0&resourceVersionMatch=Exact",
  "resourceVersionMatch=Exact",
  "resourceVersionMatch=NotOlderThan",
  "resourceVersion=$then&resourceVersionMatch=Sometimes",
  `resourceVersion=${future}`,
  "resourceVersion=99999999999999999999",
  "resourceVersion=18446744073709551616",
  "resourceVersion=-1",
  `resourceVersion=${future}&resourceVersionMatch=NotOlderThan`,
  `resourceVersion=${future}&resourceVersionMatch=Exact`,
];

export const cases: readonly ContractCase[] = [
  ...queries.map(listCase),
  {
    name: "get of a version that is yet to come",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}/a?resourceVersion=${future}`);
    },
  },
  {
    name: "watch from a version that is yet to come",
    async run(api) {
      await createConfigMaps(api, "a");
      await (await api.watch(`${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${future}`)).until("end");
    },
  },
  ...["18446744073709551616", "99999999999999999999", "-1", "1.5", "a"].flatMap((version): readonly ContractCase[] => [
    {
      name: `get of version ${version}`,
      async run(api) {
        await createConfigMaps(api, "a");
        await api.get(`${configMaps}/a?resourceVersion=${version}`);
      },
    },
    {
      name: `watch from version ${version}`,
      async run(api) {
        await createConfigMaps(api, "a");
        await (await api.watch(`${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${version}`)).until("end");
      },
    },
    {
      name: `update of version ${version}`,
      async run(api) {
        await createConfigMaps(api, "a");
        await api.put(`${configMaps}/a`, { metadata: { name: "a", resourceVersion: version } });
      },
    },
  ]),
  {
    name: "versions rise with each write, whatever its kind",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.post("/api/v1/namespaces/$ns/secrets", { metadata: { name: "s" } }, { show: metadataOnly });
      await api.patch(`${configMaps}/a`, "merge", { data: { a: "1" } }, { show: metadataOnly });
      await api.patch("/api/v1/namespaces/$ns/secrets/s", "merge", { type: null }, { show: metadataOnly });
      await api.patch("/api/v1/namespaces/$ns/secrets/s", "merge", { data: { a: "MQ==" } }, { show: metadataOnly });
    },
  },
];
