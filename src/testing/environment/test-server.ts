/** The API server of a test environment: embedded in this process, or a real one in its own processes. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isPublic } from "../../apiserver/server/bind-address.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { issueAuthority, issueClient, year } from "../../core/issue-certificates.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import type { ClusterConfig, Impersonation } from "../../kube/cluster-config.js";
import { loadServer } from "../load-server.js";
import { openTestAudit } from "./audit.js";
import { frontProxyFlags } from "./front-proxy.js";
import { needsEmbedded } from "./embedded-only.js";
import type { TestEnvironmentOptions } from "./options.js";

/** The credentials of a user of the server. */
export type Login =
  | { readonly token: string; readonly impersonate?: Impersonation }
  | { readonly certificate: ServingCertificate };

export interface TestServer {
  readonly kind: "embedded" | "real";
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  addUser(name: string, groups: readonly string[]): Login;
  /** Issues a client certificate of the server's authority. */
  addCertificate(name: string, groups: readonly string[]): Promise<Login>;
  stop(): Promise<void>;
}

/** @throws TsopError `testing/start-failed` */
export function startServer(options: TestEnvironmentOptions): Promise<TestServer> {
  const assets = process.env["KUBEBUILDER_ASSETS"];
  const isEmbedded = assets === undefined || assets === "" || needsEmbedded(options);
  const kind = options.server ?? (isEmbedded ? "embedded" : "real");
  if (kind === "embedded") return startEmbeddedServer(options);
  if (assets === undefined || assets === "") {
    throw new TsopError("testing/start-failed", "a real API server is required, but KUBEBUILDER_ASSETS is not set", {
      hint: "Set it to a folder with etcd and kube-apiserver; `tsop envtest setup` downloads them.",
    });
  }
  return startRealServer(assets);
}

async function startEmbeddedServer(given: TestEnvironmentOptions): Promise<TestServer> {
  const { simulateWorkloads, clock, lagMs, kubernetesVersion, featureGates, bindAddress } = given;
  const { audit, controllers, cwd = process.cwd() } = given;
  const { startApiServer } = await loadServer();
  const opened = audit === undefined ? undefined : openTestAudit(audit, cwd);
  if (bindAddress !== undefined && isPublic(bindAddress)) {
    process.emitWarning(`the API server of a test listens on ${bindAddress}: other machines may reach it`);
  }
  const own = { simulateWorkloads, clock, lagMs, kubernetesVersion, featureGates, bindAddress, controllers };
  const options = defined({ ...own, audit: opened?.options });
  // The process must be able to end even if a test forgets to stop the server.
  const server = await startApiServer({ ...options, isBackground: true });
  return {
    kind: "embedded",
    url: server.url,
    caCertificate: server.caCertificate,
    addUser: (name, groups) => ({ token: server.addUser({ name, groups }).token }),
    addCertificate: async (name, groups) => {
      const { certificate: cert, key } = await server.addCertificate({ name, groups });
      return { certificate: { cert, key } };
    },
    stop: () => server.stop().finally(() => opened?.close()),
  };
}

/**
 * Starts etcd and kube-apiserver from a folder. Users are impersonated, because the server reads its list of tokens
 * only once.
 */
async function startRealServer(assets: string): Promise<TestServer> {
  const { ControlPlane } = await import("./control-plane.js");
  const token = randomBytes(24).toString("base64url");
  const validity = { now: Date.now(), lifetimeMs: year };
  const clients = await issueAuthority("tsop-test-clients", validity);
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-test-clients-"));
  const clientCa = path.join(folder, "ca.crt");
  writeFileSync(clientCa, clients.cert);
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  const plane = await ControlPlane.start({
    assets,
    tokens: [`${token},tsop-test-admin,1,"system:masters"`],
    // Without controllers, no process creates service accounts.
    apiServerFlags: [
      ...["--disable-admission-plugins", "ServiceAccount", "--client-ca-file", clientCa],
      ...(await frontProxyFlags(folder)),
    ],
  }).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  return {
    kind: "real",
    url: plane.server,
    caCertificate: plane.caCertificate,
    addUser: (user, groups) =>
      groups.includes("system:masters") ? { token } : { token, impersonate: { user, groups, extra: {} } },
    addCertificate: async (name, groups) => ({ certificate: await issueClient(clients, { name, groups }, validity) }),
    stop: () => plane.stop().finally(removeFolder),
  };
}

/** Returns the connection of a user to a server. */
export function configOf(
  { url, caCertificate }: Pick<TestServer, "url" | "caCertificate">,
  user: string,
  login: Login,
): ClusterConfig {
  const ca = { kind: "data", data: caCertificate } as const;
  const server = {
    source: "TestEnvironment",
    context: user,
    server: url,
    namespace: "default",
  };
  if ("certificate" in login) {
    const { cert, key } = login.certificate;
    const tls = { ca, cert: { kind: "data", data: cert }, key: { kind: "data", data: key } } as const;
    return { ...server, tls, auth: { kind: "none" } };
  }
  const { token, impersonate } = login;
  return {
    ...{ ...server, tls: { ca }, auth: { kind: "token", token } },
    ...(impersonate === undefined ? {} : { impersonate }),
  };
}
