/** Manages the sockets: two pools for one server, which are replaced when certificates on disk change. */
import { readFile } from "node:fs/promises";
import { X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import {
  checkServerIdentity,
  createSecureContext,
  type PeerCertificate,
  rootCertificates,
  type SecureContext,
} from "node:tls";
import type * as hpagent from "hpagent";
import type { Clock } from "../core/clock.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import type { ClusterConfig, PemSource } from "./cluster-config.js";
import type { Credentials } from "./credentials.js";

/** `requests` is limited, `watches` is not: watches last for minutes and must never block a write. */
export interface Agents {
  readonly requests: http.Agent;
  readonly watches: http.Agent;
}

export interface AgentPool {
  get(credentials: Credentials): Promise<Agents>;
  /** Closes every socket, in use or not. */
  close(): void;
}

const maxRequestSockets = 32;
/** Below the API server's 90 s, so that the server never closes a socket at the moment when a request uses it. */
const idleSocketTimeout = 30_000;
/** The interval between two checks of the certificate files. */
const rereadInterval = 10_000;

interface Material {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

type ProxyAgents = Pick<typeof hpagent, "HttpProxyAgent" | "HttpsProxyAgent">;

export function createAgentPool(config: ClusterConfig, clock: Clock): AgentPool {
  let material: Material | undefined;
  let agents: Agents | undefined;
  let readAt = -Infinity;
  const all = new Set<http.Agent>();

  const replace = (next: Material, proxyAgents: ProxyAgents | undefined): Agents => {
    const created = createAgents(config, next, proxyAgents);
    if (agents !== undefined) for (const agent of Object.values(agents) as http.Agent[]) retire(agent);
    for (const agent of all) if (isDrained(agent)) all.delete(agent);
    [material, agents] = [next, created];
    for (const agent of [created.requests, created.watches]) all.add(agent);
    return created;
  };

  return {
    async get({ certificate }) {
      const isDue = clock.monotonic() >= readAt + rereadInterval;
      if (agents !== undefined && !isDue && isCertificateOf(material, certificate)) return agents;
      readAt = clock.monotonic();
      try {
        const next = {
          ca: await read(config.tls.ca),
          cert: await read(config.tls.cert),
          key: await read(config.tls.key),
        };
        // Loaded only for a proxy, which few users have.
        const proxyAgents = config.proxyUrl === undefined ? undefined : await import("hpagent");
        const whole = certificate === undefined ? next : { ...next, ...certificate };
        if (agents !== undefined && material !== undefined && isSame(material, whole)) return agents;
        return replace(whole, proxyAgents);
      } catch (error) {
        // During a rotation, the files may be missing or inconsistent: keep the last working ones.
        if (agents !== undefined) return agents;
        throw error;
      }
    },
    close() {
      for (const agent of all) agent.destroy();
    },
  };
}

function isCertificateOf(material: Material | undefined, certificate: Credentials["certificate"]): boolean {
  return certificate === undefined || (material?.cert === certificate.cert && material.key === certificate.key);
}

function isSame(a: Material, b: Material): boolean {
  return a.ca === b.ca && a.cert === b.cert && a.key === b.key;
}

async function read(source: PemSource | undefined): Promise<string | undefined> {
  if (source === undefined) return undefined;
  if (source.kind === "data") return source.data;
  try {
    return await readFile(source.path, "utf8");
  } catch (error) {
    throw new TsopError("cluster/tls-failed", `cannot read the certificate file ${source.path}`, { cause: error });
  }
}

function createAgents(config: ClusterConfig, material: Material, proxyAgents: ProxyAgents | undefined): Agents {
  const socket = { keepAlive: true, keepAliveMsecs: 30_000, timeout: idleSocketTimeout, scheduling: "lifo" } as const;
  const bounded = { ...socket, maxSockets: maxRequestSockets, maxFreeSockets: maxRequestSockets };
  const { proxyUrl: proxy = "" } = config;
  const isIPv6 = new URL(config.server).hostname.startsWith("[");
  if (!config.server.startsWith("https:")) {
    const create = (options: http.AgentOptions): http.Agent =>
      proxyAgents === undefined
        ? new http.Agent(options)
        : inBrackets(isIPv6, new proxyAgents.HttpProxyAgent({ ...options, proxy }));
    return { requests: create(bounded), watches: create(socket) };
  }
  const tls = {
    secureContext: secureContextOf(config, material),
    rejectUnauthorized: config.tls.insecureSkipVerify !== true,
    ...(config.tls.serverName === undefined ? {} : { servername: config.tls.serverName }),
    ...(isIPv6 ? { checkServerIdentity: checkIPv6 } : {}),
  };
  // A proxy may use a certificate of the cluster's authority, as for Go's programs, or of a public authority.
  const proxyRequestOptions = material.ca === undefined ? {} : { ca: [...rootCertificates, material.ca] };
  const create = (options: https.AgentOptions): http.Agent =>
    proxyAgents === undefined
      ? new https.Agent(options)
      : inBrackets(isIPv6, new proxyAgents.HttpsProxyAgent({ ...options, proxy, proxyRequestOptions }));
  return { requests: create({ ...bounded, ...tls }), watches: create({ ...socket, ...tls }) };
}

/** Requests `[::1]:443` from a proxy, because hpagent omits the brackets. */
function inBrackets(isIPv6: boolean, agent: http.Agent): http.Agent {
  if (!isIPv6) return agent;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => connect({ ...options, host: `[${options.host ?? ""}]` }, callback);
  return agent;
}

/** The brackets that a proxy requires are not part of the address in the certificate. */
function checkIPv6(host: string, certificate: PeerCertificate): Error | undefined {
  return checkServerIdentity(host.replace(/^\[|\]$/g, ""), certificate);
}

function secureContextOf(config: ClusterConfig, { ca, cert, key }: Material): SecureContext {
  try {
    if (ca !== undefined) new X509Certificate(ca); // createSecureContext accepts any text as an authority, and then trusts no server
    return createSecureContext(defined({ ca, cert, key }));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new TsopError("cluster/tls-failed", `cannot use the certificates of ${config.source}: ${text}`, {
      hint: "Check certificate-authority, client-certificate and client-key: all must be PEM, and the key must match the certificate.",
      cause: error,
    });
  }
}

function isDrained({ sockets, freeSockets, requests }: http.Agent): boolean {
  return [sockets, freeSockets, requests].every((held) => Object.keys(held).length === 0);
}

/** Lets requests in progress finish, and keeps no socket for further requests. */
function retire(agent: http.Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
