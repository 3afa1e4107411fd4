/** The operator under test. Like any operator, it uses only tsop's public API. */
import { appendFileSync } from "node:fs";
import { exponentialBackoff, matchesLabels, runManager } from "tsop";
import { ConfigMap, Namespace } from "tsop/k8s/core/v1";
import { indexedLabel, indexName, leaseName, Soak, tierIndex, tierLabel } from "../kinds.js";
import { IndexReconciler } from "./index-reconciler.js";
import { Journal } from "./journal.js";
import { Probe } from "./probe.js";
import { SoakReconciler } from "./soak-reconciler.js";

const { SOAK_EXTERNAL: external = "", SOAK_JOURNAL: journalFile = "" } = process.env;
const timing = { leaseDurationMs: 5_000, renewDeadlineMs: 3_500, retryPeriodMs: 500 };

await runManager({ name: leaseName, leaderElection: timing }, (manager) => {
  const { client, apiReader } = manager;
  const journal = new Journal((line) => appendFileSync(journalFile, line));
  const rateLimiter = () => exponentialBackoff({ firstMs: 5, longestMs: 5_000 });

  const soaks = new SoakReconciler({
    client,
    live: apiReader,
    events: manager.eventRecorder(leaseName),
    externalFolder: external,
  });
  manager.cacheFor(Soak).index(tierIndex, ({ metadata }) => [metadata.labels?.[tierLabel] ?? ""]);
  manager
    .controller("soak")
    .for(Soak)
    .owns(ConfigMap)
    .withOptions({ concurrency: 4, rateLimiter: rateLimiter() })
    .complete(journal.keep("soak", soaks));

  manager
    .controller("index")
    .for(Namespace, { predicates: [matchesLabels(indexedLabel)] })
    .watches(Soak, ({ metadata }) => [{ namespace: "", name: metadata.namespace ?? "" }])
    .watches(ConfigMap, ({ metadata }) =>
      metadata.name === indexName ? [{ namespace: "", name: metadata.namespace ?? "" }] : [],
    )
    .withOptions({ concurrency: 2, rateLimiter: rateLimiter() })
    .complete(journal.keep("index", new IndexReconciler(client), ({ name }) => `${name}/${indexName}`));

  manager.add(new Probe(manager, [Soak, ConfigMap, Namespace]));
});
