/** Sends sequences of random requests to two servers in parallel, and records where they disagree. */
import { seeded } from "../../support/seeded.js";
import { connect, type Connection, readText, send } from "../contract/exchange.js";
import type { ServerUnderTest } from "../contract/server-under-test.js";
import { ask, type SequenceNames } from "./ask.js";
import { compareAnswers, type Disagreement } from "./compare-answers.js";
import type { FuzzRequest } from "./good-requests.js";
import { knownDifference } from "./known-differences.js";
import { randomRequest } from "./mutate-request.js";
import { widgetDefinition } from "./sample-kinds.js";

export interface FoundDisagreement extends Disagreement {
  readonly request: FuzzRequest;
  /** The seed of the sequence that found it. */
  readonly seed: number;
}

export interface FuzzFigures {
  requests: number;
  sequences: number;
  /** The number of responses without differences. */
  agreed: number;
  /** The number of responses by known difference. */
  readonly known: Map<string, number>;
  readonly found: FoundDisagreement[];
}

export interface FuzzOptions {
  readonly real: ServerUnderTest;
  readonly embedded: ServerUnderTest;
  readonly seed: number;
  /** In ms of `Date.now()`: no sequence starts after it. */
  readonly end: number;
  /** Default: as many as the time allows. */
  readonly sequences?: number;
  /** A word that is unique on the servers. */
  readonly word: string;
}

const requestsOfSequence = 25;
const sequencesAtOnce = 4;

export async function fuzz(options: FuzzOptions): Promise<FuzzFigures> {
  const { seed, end, sequences = Infinity } = options;
  const connections = { real: connect(options.real), embedded: connect(options.embedded) };
  const figures: FuzzFigures = { requests: 0, sequences: 0, agreed: 0, known: new Map(), found: [] };
  try {
    for (const each of Object.values(connections)) await defineWidgets(each);
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < sequences && Date.now() < end) {
        const index = next++;
        await runSequence(connections, seed + index, `${options.word}${index.toString(36)}`, figures);
      }
    };
    await Promise.all(Array.from({ length: sequencesAtOnce }, work));
  } finally {
    for (const { agent } of Object.values(connections)) agent.destroy();
  }
  return figures;
}

/** Returns whether the response depends on other clients, or on how long it is read. */
function isOpen({ method, path, query }: FuzzRequest): boolean {
  const isRead = method === "GET" && !path.includes("$ns/") && !path.includes("$id");
  return (
    isRead || path.startsWith("/openapi/") || path.includes("/watch") || query.some((each) => each.startsWith("watch"))
  );
}

interface Connections {
  readonly real: Connection;
  readonly embedded: Connection;
}

/** Runs one sequence. It ends early if the servers store different objects: all further responses would differ. */
async function runSequence(connections: Connections, seed: number, word: string, figures: FuzzFigures): Promise<void> {
  const { real, embedded } = connections;
  const random = seeded(seed);
  const names: SequenceNames = { ns: `fuzz-${word}`, id: `f${word}` };
  const namespace = { metadata: { name: names.ns } };
  await Promise.all([real, embedded].map((each) => write(each, "POST", "/api/v1/namespaces", namespace)));
  await Promise.all([real, embedded].map((each) => untilFilled(each, names.ns)));
  figures.sequences += 1;
  for (let count = 0; count < requestsOfSequence; count++) {
    const request = randomRequest(random);
    const answers = await Promise.all([ask(real, request, names), ask(embedded, request, names)]);
    figures.requests += 1;
    const disagreement = compareAnswers({
      ...{ real: answers[0], embedded: answers[1], names, isOpen: isOpen(request) },
      urls: { real: real.server.url, embedded: embedded.server.url },
    });
    if (disagreement === undefined) {
      figures.agreed += 1;
      continue;
    }
    const known = knownDifference(request, disagreement);
    if (known === undefined) figures.found.push({ ...disagreement, request, seed });
    else figures.known.set(known, (figures.known.get(known) ?? 0) + 1);
    if (disagreement.kind === "verdict") break;
  }
  const leftovers = [
    `/api/v1/namespaces/${names.ns}`,
    `/apis/rbac.authorization.k8s.io/v1/clusterroles/${names.id}`,
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${names.id}.example.com`,
    `/apis/scheduling.k8s.io/v1/priorityclasses/${names.id}`,
    `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/${names.id}`,
  ];
  await Promise.all([real, embedded].flatMap((each) => leftovers.map((path) => write(each, "DELETE", path))));
}

async function defineWidgets(connection: Connection): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await write(connection, "POST", path, widgetDefinition);
  const { group } = widgetDefinition["spec"] as { group: string };
  await untilOk(connection, `/apis/${group}/v1/widgets`);
}

/** Waits for the objects that controllers create in a new namespace, because lists contain them. */
async function untilFilled(connection: Connection, ns: string): Promise<void> {
  await untilOk(connection, `/api/v1/namespaces/${ns}/serviceaccounts/default`);
  await untilOk(connection, `/api/v1/namespaces/${ns}/configmaps/kube-root-ca.crt`);
}

async function untilOk(connection: Connection, path: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    if ((await write(connection, "GET", path)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${connection.server.url}${path} does not come`);
}

async function write(connection: Connection, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" };
  const request = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await send(connection, request);
  await readText(response);
  return response.statusCode ?? 0;
}
