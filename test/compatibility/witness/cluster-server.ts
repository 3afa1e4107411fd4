/** A real API server for trials: each trial has the CRD in a group of its own. */
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf, crdPath, type TrialAnswer, type TrialServer } from "../../../src/compatibility/witness/requests.js";
import { createEmbeddedServer, type StartTrialServer } from "../../../src/compatibility/witness/trial.js";
import { printExactJson } from "../../../src/core/exact-json.js";
import type { ExactJsonObject } from "../../../src/core/json.js";
import { eventually } from "../../../src/testing/eventually.js";
import { connect, readText, send } from "../../apiserver/contract/exchange.js";
import { readServerUnderTest } from "../../apiserver/contract/server-under-test.js";
import { assetsVersion } from "../../support/control-plane.js";

export interface TrialCluster {
  /** Creates an embedded API server of the same version. */
  readonly startEmbedded: StartTrialServer;
  /**
   * Deletes the CRDs of the trials afterwards, without waiting for the end of the deletion.
   *
   * @param group - of the CRDs of the trials
   */
  during<T>(group: string, run: (start: StartTrialServer) => Promise<T>): Promise<T>;
  /** Waits until the API server has deleted all CRDs. */
  end(): Promise<void>;
}

const patience = { timeoutMs: 60_000, intervalMs: 100 };

interface CrdBody {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly scope: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly object[];
  };
}

/** @param kubeconfig - of an API server in which the tests may create and delete CRDs */
export function trialCluster(kubeconfig: string): TrialCluster {
  const connection = connect(readServerUnderTest(kubeconfig));
  const version = assetsVersion();
  const crds = new Set<string>();
  let servers = 0;

  const request = (method: string, path: string, body?: string, contentType = "application/json") =>
    eventually(async () => {
      const headers = {
        ...{ accept: "application/json", "content-type": contentType, "user-agent": "tsop" },
        authorization: `Bearer ${connection.server.token}`,
      };
      const response = await send(connection, { method, path, headers, ...(body === undefined ? {} : { body }) });
      const [code, text] = [response.statusCode ?? 0, (await readText(response)).toString()];
      // The API server sets up the storage of a kind again after a change of its CRD: it has not handled the request.
      if (code === 429 || code === 503) throw new Error(`${method} ${path}: ${code} ${text}`);
      return { code, text };
    }, patience);

  /** Waits until the server serves a version that only this state of the CRD has. */
  const untilServed = async (group: string, version: string, { spec }: CrdBody): Promise<void> => {
    const namespace = spec.scope === "Namespaced" ? "namespaces/default/" : "";
    const path = `/apis/${group}/${version}/${namespace}${spec.names.plural}/none`;
    await eventually(async () => {
      const { code, text } = await request("GET", path);
      // The message of a kind that is not served is another one.
      if (code !== 404 || !text.includes('"name":"none"')) throw new Error(`${path}: ${code} ${text}`);
    }, patience);
  };

  const startIn = (group: string, created: Set<string>): StartTrialServer => {
    return (): TrialServer => {
      const own = `t${(servers += 1)}.${group}`;
      let states = 0;
      return {
        async request(method, path, body, contentType): Promise<TrialAnswer> {
          const isCrd = path.startsWith(crdPath) && body !== undefined;
          const probe = `probe${(states += 1)}`;
          const sent = body === undefined ? undefined : printExactJson(isCrd ? withVersion(body, probe) : body);
          const answer = await request(method, path.replaceAll(group, own), sent?.replaceAll(group, own), contentType);
          const text = answer.text.replaceAll(own, group);
          const answered = bodyOf(text);
          if (isCrd && answer.code < 300) {
            created.add((JSON.parse(answer.text) as CrdBody).metadata.name);
            await untilServed(own, probe, answered as CrdBody);
          }
          return { code: answer.code, body: answered };
        },
      };
    };
  };
  return {
    startEmbedded: () => createEmbeddedServer(version),
    async during(group, run) {
      const created = new Set<string>();
      try {
        return await run(startIn(group, created));
      } finally {
        for (const name of created) crds.add(name);
        await Promise.all(Array.from(created, (name) => request("DELETE", `${crdPath}/${name}`)));
      }
    },
    async end() {
      while (crds.size > 0) {
        for (const name of crds) if ((await request("GET", `${crdPath}/${name}`)).code === 404) crds.delete(name);
        await sleep(20);
      }
      connection.agent.destroy();
    },
  };
}

/** Adds a served version to a CRD. */
function withVersion(crd: ExactJsonObject, name: string): ExactJsonObject {
  const spec = crd["spec"] as ExactJsonObject;
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const probe = { name, served: true, storage: false, schema: { openAPIV3Schema } };
  return { ...crd, spec: { ...spec, versions: [...(spec["versions"] as ExactJsonObject[]), probe] } };
}
