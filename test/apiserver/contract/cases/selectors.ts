import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, namesOnly } from "../sample-objects.js";

/** The labels of the four ConfigMaps that each case lists. */
const labels = {
  a: { tier: "web", of: "x" },
  b: { tier: "db", of: "x" },
  c: { of: "x" },
  d: { tier: "web", of: "x", new: "" },
};

const labelSelectors = [
  "tier=web",
  "tier==web",
  "tier!=web",
  "tier in (web, db)",
  "tier in (web)",
  "tier notin (web)",
  "tier",
  "!tier",
  "new=",
  "tier=web,new",
  " tier = web ",
  "tier=none",
  "",
  "tier in ()",
  "tier in (,)",
  "of>1",
  "of > abc",
  "tier=web,",
  ",",
  "=web",
  "tier==",
  "tier=!web",
  "tier in web",
  "tier in (web",
  "!tier=web",
  "-tier",
  "a/b/c=d",
  "tier=web db",
  "tier=a_very_long_value_that_has_more_than_sixty_three_characters_in_it_all",
  "tier=$$",
  "example.com/tier",
  "EXAMPLE.com/tier",
  "x in (a),y notin (b),z",
  "tier,tier=web,tier!=db",
];

const fieldSelectors = [
  "metadata.name=a",
  "metadata.name==a",
  "metadata.name!=a",
  "metadata.namespace=$ns",
  "metadata.namespace=other",
  "metadata.namespace!=$ns",
  "metadata.name=a,metadata.namespace=$ns",
  "metadata.name=a,metadata.name=b",
  "metadata.name=",
  "",
  "metadata.name",
  "metadata.name>a",
  "metadata.name in (a)",
  "metadata.labels.tier=web",
  "data.a=1",
  "spec.nodeName=a",
  "metadata.name=a\\,b",
  "metadata.name=a\\b",
  "=a",
  "metadata.name=a,",
];

function selectorCase(kind: "label" | "field", selector: string): ContractCase {
  return {
    name: `${kind}Selector ${JSON.stringify(selector)}`,
    async run(api) {
      for (const [name, each] of Object.entries(labels)) {
        await api.post(configMaps, configMap(name, {}, { labels: each }), { record: false });
      }
      const query = encodeURIComponent(selector).replaceAll("%24", "$");
      await api.get(`${configMaps}?${kind}Selector=${query}`, { show: namesOnly });
    },
  };
}

export const cases: readonly ContractCase[] = [
  ...labelSelectors.map((selector) => selectorCase("label", selector)),
  ...fieldSelectors.map((selector) => selectorCase("field", selector)),
  {
    name: "both at once",
    async run(api) {
      await api.post(configMaps, configMap("a", {}, { labels: { tier: "web" } }), { record: false });
      await api.get(`${configMaps}?labelSelector=tier%3Dweb&fieldSelector=metadata.name%3Da`, { show: namesOnly });
      await api.get(`${configMaps}?labelSelector=tier%3Ddb&fieldSelector=metadata.name%3Da`, { show: namesOnly });
    },
  },
  {
    name: "a selector of a get is ignored",
    async run(api) {
      await api.post(configMaps, configMap("a"), { record: false });
      await api.get(`${configMaps}/a?labelSelector=tier%3Dweb`);
    },
  },
  {
    name: "a namespace by its name's label",
    run: (api) => api.get("/api/v1/namespaces?labelSelector=kubernetes.io/metadata.name%3D$ns"),
  },
  {
    name: "a namespace by its phase",
    run: (api) =>
      api.get("/api/v1/namespaces?fieldSelector=status.phase%3DActive,metadata.name%3D$ns", {
        show: namesOnly,
      }),
  },
  {
    name: "a namespace by a field that cannot be selected",
    run: (api) => api.get("/api/v1/namespaces?fieldSelector=spec.finalizers%3Da"),
  },
  {
    name: "a field of a pod and of a secret",
    async run(api) {
      await api.post(
        "/api/v1/namespaces/$ns/secrets",
        { metadata: { name: "a" }, type: "example.com/own" },
        { record: false },
      );
      await api.get("/api/v1/namespaces/$ns/secrets?fieldSelector=type%3Dexample.com/own", { show: namesOnly });
      await api.get("/api/v1/namespaces/$ns/secrets?fieldSelector=type%3DOpaque", { show: namesOnly });
      await api.get("/api/v1/namespaces/$ns/pods?fieldSelector=spec.nodeName%3Da,status.phase!%3DFailed", {
        show: namesOnly,
      });
      await api.get("/api/v1/namespaces/$ns/pods?fieldSelector=spec.containers%3Da", { show: namesOnly });
    },
  },
];
