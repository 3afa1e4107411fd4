import { describe, expect, test } from "vitest";
import { pluralize } from "../../src/core/plural.js";

describe("the plural of a kind", () => {
  test.each([
    ["Bar", "bars"],
    ["Policy", "policies"],
    ["Gateway", "gateways"],
    ["Index", "indices"],
    ["Analysis", "analyses"],
    ["Person", "people"],
    ["Redis", "redis"],
    ["Kafka", "kafkas"],
    ["DNS", "dnses"],
    ["TLS", "tlses"],
    ["Matrix", "matrices"],
    ["Data", "data"],
    ["Chaos", "chaos"],
    ["NodeClass", "nodeclasses"],
    ["Endpoints", "endpoints"],
    ["Prometheus", "prometheuses"],
    ["Bus", "buses"],
    ["Box", "boxes"],
    ["Hero", "heroes"],
    ["Leaf", "leaves"],
    ["Media", "media"],
    ["Database", "databases"],
    ["CronTab", "crontabs"],
    ["MyResource", "myresources"],
    ["MySQLCluster", "mysqlclusters"],
    ["Woman", "women"],
    ["Human", "humans"],
    ["HTTPRoute", "httproutes"],
    ["NodeDNS", "nodednses"],
    ["NodeAlias", "nodealiases"],
    ["DataIndex", "dataindices"],
    ["Praxis", "praxis"],
    ["ID", "ids"],
    ["UserID", "userids"],
    ["Foo2", "foo2s"],
    ["Person2Pod", "person2pods"],
    ["crontab", "crontabs"],
  ])("%s is %s", (kind, plural) => {
    expect(pluralize(kind)).toBe(plural);
  });
});
