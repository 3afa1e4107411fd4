import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps, namesOnly, waitForCache } from "../sample-objects.js";

const ofCase = "labelSelector=of%3D$id";
const five = ["a", "b", "c", "d", "e"];

/** Reads a list to its end, two objects at a time. */
function pagesCase(name: string, query: string): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, ...five);
      await waitForCache(api);
      let token = "";
      do {
        const page = await api.get(`${configMaps}?limit=2${query}${token === "" ? "" : `&continue=${token}`}`, {
          show: namesOnly,
        });
        token = encodeURIComponent(page.body.metadata?.continue ?? "");
      } while (token !== "");
    },
  };
}

function tokenCase(name: string, token: string): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, ...five);
      await api.get(`${configMaps}?limit=2&continue=${encodeURIComponent(token)}`, { show: namesOnly });
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const cases: readonly ContractCase[] = [
  pagesCase("pages of two", ""),
  pagesCase("pages of two, with a selector: nobody says how many remain", `&${ofCase}`),
  pagesCase("pages of two, at version 0", "&resourceVersion=0"),
  {
    name: "objects that come or go between two pages do not show",
    async run(api) {
      await createConfigMaps(api, ...five);
      const first = await api.get(`${configMaps}?limit=2&${ofCase}`, { show: namesOnly });
      await api.delete(`${configMaps}/d`, undefined, { record: false });
      await api.post(configMaps, configMap("bb", {}, { labels: { of: "$id" } }), { record: false });
      await api.get(`${configMaps}?${ofCase}&continue=${encodeURIComponent(first.body.metadata.continue)}`, {
        show: namesOnly,
      });
    },
  },
  {
    name: "a limit of as many as there are",
    async run(api) {
      await createConfigMaps(api, ...five);
      await api.get(`${configMaps}?limit=6`, { show: namesOnly });
      await api.get(`${configMaps}?limit=5`, { show: namesOnly });
    },
  },
  {
    name: "all pages have the version of the first",
    async run(api) {
      await createConfigMaps(api, ...five);
      const first = await api.get(`${configMaps}?limit=2`, { show: namesOnly });
      await api.post(configMaps, configMap("z"), { record: false });
      await api.get(`${configMaps}?limit=2&continue=${encodeURIComponent(first.body.metadata.continue)}`, {
        show: (second) => second.metadata.resourceVersion === first.body.metadata.resourceVersion,
      });
    },
  },
  {
    name: "a continued list may not name a version",
    async run(api) {
      await createConfigMaps(api, ...five);
      const first = await api.get(`${configMaps}?limit=2`, { record: false });
      const token = encodeURIComponent(first.body.metadata.continue);
      const version = first.body.metadata.resourceVersion as string;
      await api.get(`${configMaps}?limit=2&continue=${token}&resourceVersion=0`, { show: namesOnly });
      await api.get(`${configMaps}?limit=2&continue=${token}&resourceVersion=${version}`, {
        show: (body) => body.kind,
      });
      await api.get(`${configMaps}?limit=2&continue=${token}&resourceVersionMatch=Exact`, { show: namesOnly });
    },
  },
  {
    name: "a token of another namespace's list",
    async run(api) {
      await createConfigMaps(api, ...five);
      const first = await api.get(`${configMaps}?limit=2`, { record: false });
      const token = encodeURIComponent(first.body.metadata.continue);
      await api.get(`/api/v1/namespaces/default/configmaps?limit=2&continue=${token}&${ofCase}`, { show: namesOnly });
    },
  },
  {
    name: "a watch may not be continued",
    async run(api) {
      await createConfigMaps(api, ...five);
      const first = await api.get(`${configMaps}?limit=2`, { record: false });
      const watch = await api.watch(
        `${configMaps}?watch=1&timeoutSeconds=1&continue=${encodeURIComponent(first.body.metadata.continue)}`,
      );
      await watch.until(0);
    },
  },
  tokenCase("a token that is nonsense", "nonsense"),
  tokenCase("a token that is not base64", "!!"),
  tokenCase("a token of another version of tokens", encode({ v: "meta.k8s.io/v9", rv: 5, start: "a\u0000" })),
  tokenCase("a token without a version", encode({ v: "meta.k8s.io/v1", start: "a\u0000" })),
  tokenCase("a token without a key", encode({ v: "meta.k8s.io/v1", rv: 5 })),
  tokenCase("a token that leaves its folder", encode({ v: "meta.k8s.io/v1", rv: 5, start: "../a\u0000" })),
  tokenCase("a token of an empty object", encode({})),
];
