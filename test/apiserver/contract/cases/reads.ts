import type { ContractCase } from "../contract-case.js";
import { configMaps, getCase, onConfigMap, waitForCache } from "../sample-objects.js";

export const cases: readonly ContractCase[] = [
  getCase("an object", `${configMaps}/a`),
  getCase("an object that is not there", `${configMaps}/none`),
  getCase("an object in a namespace that is not there", "/api/v1/namespaces/none-$id/configmaps/a"),
  getCase("a cluster-scoped object", "/api/v1/namespaces/$ns"),
  getCase("a cluster-scoped object that is not there", "/api/v1/namespaces/none-$id"),
  getCase("an object of a group that is not there", "/apis/apps/v1/namespaces/$ns/deployments/none"),
  getCase("pretty changes nothing but spaces", `${configMaps}/a?pretty=true`),
  getCase("a query that nobody knows is ignored", `${configMaps}/a?whatever=1`),
  getCase("a name with percent signs", `${configMaps}/%61`),
  getCase("a name that is not valid is not found", `${configMaps}/A_B`),
  getCase("a name with a slash in percent signs", `${configMaps}/a%2Fb`),
  getCase("an object with a slash at the end", `${configMaps}/a/`),
  getCase("double slashes", `/api/v1//namespaces/$ns/configmaps/a`),
  getCase("a namespaced object without its namespace", "/api/v1/configmaps/a"),
  getCase("a subresource that the kind does not have", `${configMaps}/a/status`),
  getCase("a subresource of a subresource", "/apis/apps/v1/namespaces/$ns/deployments/a/status/more"),
  getCase("a resource that the group does not have", "/api/v1/namespaces/$ns/nothings/a"),
  getCase("a version that the group does not have", "/apis/apps/v9/namespaces/$ns/deployments"),
  getCase("a group that is not there", "/apis/nothing.$id.example.com/v1/namespaces/$ns/things"),
  getCase("the singular is not a resource", "/api/v1/namespaces/$ns/configmap/a"),
  getCase("a short name is not a resource", "/api/v1/namespaces/$ns/cm/a"),
  getCase("the status of a namespace", "/api/v1/namespaces/$ns/status"),
  getCase("at version 0", `${configMaps}/a?resourceVersion=0`),
  getCase("at version 1", `${configMaps}/a?resourceVersion=1`),
  getCase("at a version that is not a number", `${configMaps}/a?resourceVersion=abc`),
  getCase("at a negative version", `${configMaps}/a?resourceVersion=-1`),
  getCase("resourceVersionMatch of a get is ignored", `${configMaps}/a?resourceVersionMatch=Exact`),
  onConfigMap("at its own version, and after it has changed", async (api, created) => {
    const path = `${configMaps}/a?resourceVersion=${created.metadata.resourceVersion}`;
    await api.get(path);
    await api.patch(`${configMaps}/a`, "merge", { data: { a: "2" } });
    await waitForCache(api);
    await api.get(path);
  }),
  {
    name: "HEAD",
    run: (api) => api.request("head", "/api/v1/namespaces/$ns"),
  },
  {
    name: "OPTIONS",
    run: (api) => api.request("options", "/api/v1/namespaces/$ns"),
  },
  {
    name: "a body with a get is ignored",
    run: (api) => api.request("get", "/api/v1/namespaces/$ns", "{ nonsense"),
  },
];
