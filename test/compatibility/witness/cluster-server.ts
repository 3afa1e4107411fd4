/** A real API server for trials: each trial has the CRD in a group of its own. */
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf, crdPath, type TrialAnswer, type TrialServer } from "../../../src/compatibility/witness/requests.js";
import { createEmbeddedServer, type StartTrialServer } from "../../../src/compatibility/witness/trial.js";
import { printExactJson } from "../../../src/core/exact-json.js";
import { type ExactJsonObject, isList } from "../../../src/core/json.js";
import { eventually } from "../../support/eventually.js";
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

const json = "application/json";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

const often = { intervalMs: 100 };

interface CrdBody {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly scope: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** @param kubeconfig - of an API server in which the tests may create and delete CRDs */
export function trialCluster(kubeconfig: string): TrialCluster {
  // Concurrent tests search witnesses in this process, and a slow machine is busy with that for long.
  const connection = connect(readServerUnderTest(kubeconfig), { patienceMs: 120_000 });
  const version = assetsVersion();
  const crds = new Set<string>();
  let servers = 0;

  const request = async (method: string, path: string, body?: string, contentType = json, accept = json) => {
    const headers = {
      ...{ accept, "content-type": contentType, "user-agent": "tsop" },
      authorization: `Bearer ${connection.server.token}`,
    };
    const whole = { method, path, headers, ...(body === undefined ? {} : { body }) };
    // Without a response, the server may have handled the request: a second one could be rejected because of the first.
    const response = await eventually(async () => {
      const [one] = await Promise.allSettled([send(connection, whole).then(readAnswer)]);
      // The API server sets up the storage of a kind again after a change of its CRD: it has not handled the request.
      if (one.status === "fulfilled" && [429, 503].includes(one.value.code))
        throw new Error(`${method} ${path}: ${one.value.code} ${one.value.text}`);
      return one;
    }, often);
    if (response.status === "rejected") throw response.reason;
    return response.value;
  };

  /** Waits until the server serves the versions with the column that only this state of the CRD has, and no other version. */
  const untilServed = async (group: string, column: string, { spec }: CrdBody): Promise<void> => {
    const namespace = spec.scope === "Namespaced" ? "namespaces/default/" : "";
    for (const { name, served } of spec.versions) {
      const path = `/apis/${group}/${name}/${namespace}${spec.names.plural}?fieldSelector=metadata.name%3Dnone`;
      await eventually(async () => {
        const { code, text } = await request("GET", path, undefined, json, table);
        const isNow = served ? code === 200 && text.includes(`"name":"${column}"`) : code === 404;
        if (!isNow) throw new Error(`${path}: ${code} ${text}`);
      }, often);
    }
  };

  const startIn = (group: string, created: Set<string>): StartTrialServer => {
    return (): TrialServer => {
      const own = `t${(servers += 1)}.${group}`;
      let states = 0;
      return {
        async request(method, path, body, contentType): Promise<TrialAnswer> {
          const isCrd = path.startsWith(crdPath) && body !== undefined;
          const probe = `probe${(states += 1)}`;
          const sent = body === undefined ? undefined : printExactJson(isCrd ? withColumn(body, probe) : body);
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
    startEmbedded: () => createEmbeddedServer({ version }),
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

async function readAnswer(response: IncomingMessage): Promise<{ readonly code: number; readonly text: string }> {
  return { code: response.statusCode ?? 0, text: (await readText(response)).toString() };
}

/** Adds a column to the tables of all versions. */
function withColumn(crd: ExactJsonObject, name: string): ExactJsonObject {
  const spec = crd["spec"] as ExactJsonObject;
  const column = { name, type: "string", jsonPath: ".metadata.uid" };
  const versions = (spec["versions"] as ExactJsonObject[]).map((version) => {
    const columns = version["additionalPrinterColumns"];
    return { ...version, additionalPrinterColumns: [...(isList(columns) ? columns : []), column] };
  });
  return { ...crd, spec: { ...spec, versions } };
}
