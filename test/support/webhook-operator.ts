import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../src/kube/local-port.js";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import { mutatePath, validatePath } from "../../src/kube/webhook-paths.js";
import { createManager } from "../../src/runtime/create-manager.js";
import type { Manager } from "../../src/runtime/manager.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import type { Kind } from "../../src/kube/objects.js";
import { RecordingLogger } from "./recording-logger.js";

/** A folder with a certificate for loopback, like a mounted kubernetes.io/tls Secret. */
export class CertificateFolder {
  readonly path = mkdtempSync(path.join(os.tmpdir(), "tsop-certs-"));
  /** The authority that signed it, in PEM. */
  ca = "";

  /** Creates the next certificate: the caller knows its authority before it is used. */
  async prepare(): Promise<{ readonly ca: string; readonly use: () => void }> {
    const { ca, cert, key } = await createServingCertificates(Date.now());
    const use = (): void => {
      this.ca = ca;
      writeFileSync(path.join(this.path, "tls.crt"), cert);
      writeFileSync(path.join(this.path, "tls.key"), key);
    };
    return { ca, use };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export interface WebhookOperator {
  readonly manager: Manager;
  readonly url: string;
  readonly certificates: CertificateFolder;
  readonly log: RecordingLogger;
  stop(): Promise<void>;
}

/** Runs an operator on this machine that serves webhooks. */
export async function startWebhookOperator(
  config: ClusterConfig,
  setUp: (manager: Manager) => void,
): Promise<WebhookOperator> {
  const certificates = new CertificateFolder();
  (await certificates.prepare()).use();
  const [log, stop, port] = [new RecordingLogger(), new AbortController(), await freePort()];
  const manager = await createManager({
    ...{ name: "webhooks", config, log, healthProbeBindAddress: "0" },
    ...{ webhookPort: port, webhookCertPath: certificates.path },
  });
  setUp(manager);
  const running = manager.start(stop.signal);
  await Promise.race([manager.elected, running]);
  return {
    ...{ manager, certificates, log, url: `https://127.0.0.1:${port}` },
    stop: async () => {
      stop.abort();
      await running;
      certificates.remove();
    },
  };
}

/** Returns one webhook of a configuration, for all objects of a kind. */
export function webhookEntry(
  kind: Kind,
  {
    type,
    resource,
    operations,
    url,
    ca,
    ...others
  }: {
    readonly type: "mutating" | "validating";
    readonly resource: string;
    readonly operations: readonly string[];
    readonly url: string;
    readonly ca: string;
    readonly [field: string]: unknown;
  },
): object {
  const where = type === "mutating" ? mutatePath(kind) : validatePath(kind);
  return {
    name: `${type}.${resource}.${kind.group}`,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    failurePolicy: "Fail",
    clientConfig: { url: `${url}${where}`, caBundle: Buffer.from(ca).toString("base64") },
    rules: [{ apiGroups: [kind.group], apiVersions: [kind.version], resources: [resource], operations }],
    ...others,
  };
}
