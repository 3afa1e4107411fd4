import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { freePort, isListening } from "../../../src/kube/local-port.js";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { convertPath, mutatePath, validatePath } from "../../../src/kube/webhook-paths.js";
import { createManager } from "../../../src/runtime/create-manager.js";
import type { Manager } from "../../../src/runtime/manager.js";
import { type ObjectPart, spoke } from "../../../src/runtime/webhook/conversion.js";
import type { ApiAddress, ListenerInfo } from "../listener.js";
import { goodAdmission, goodConversion } from "../requests/reviews.js";
import type { Started } from "./target-program.js";

interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { size?: number; notes?: Record<string, string>; list?: { name?: string; weight?: number }[] };
}
const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { replicas?: number; notes?: Record<string, string>; list?: { name?: string; weight?: number }[] };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

export function configOf({ url, ca, token }: ApiAddress): ClusterConfig {
  return {
    ...{ source: "attacks", context: undefined, server: url, namespace: "default" },
    ...{ tls: { ca: { kind: "data", data: ca } }, auth: { kind: "token", token } },
  };
}

/** An operator with all that listens: webhooks, conversions, metrics, a page of its own beside them, probes. */
export async function startOperatorTarget(api: ApiAddress): Promise<Started> {
  const config = configOf(api);
  const [webhooks, secureMetrics, health, plainMetrics] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const flags = { config, logLevel: "error", logFormat: "json" } as const;
  const manager = await createManager({
    ...{ ...flags, name: "attacked", webhookPort: webhooks, webhookCertPath: await certificateFolder() },
    ...{ metricsBindAddress: `127.0.0.1:${secureMetrics}`, healthProbeBindAddress: `127.0.0.1:${health}` },
  });
  setUp(manager);
  const plain = await createManager({
    ...{ ...flags, name: "plain", metricsBindAddress: `127.0.0.1:${plainMetrics}`, metricsSecure: false },
    healthProbeBindAddress: "0",
  });
  for (const each of [manager, plain]) {
    each.addMetricsHandler("/debug/page", (_, response) => void response.end("a page"));
    const running = each.start(new AbortController().signal);
    await Promise.race([each.elected, running]);
  }
  for (const port of [webhooks, secureMetrics, health, plainMetrics]) await untilListening(port);
  const metrics = {
    speaks: "plain",
    paths: ["/metrics", "/debug/page"],
    good: { method: "GET", path: "/metrics" },
  } as const;
  const admission = { method: "POST", path: validatePath(Bar), body: JSON.stringify(goodAdmission) };
  const conversion = { method: "POST", path: convertPath, body: JSON.stringify(goodConversion) };
  const admissionPaths = [mutatePath(Bar), validatePath(Bar)];
  const listeners: readonly ListenerInfo[] = [
    { name: "admission", port: webhooks, isTls: true, speaks: "admission", paths: admissionPaths, good: admission },
    { name: "conversion", port: webhooks, isTls: true, speaks: "conversion", paths: [convertPath], good: conversion },
    { name: "metrics", port: secureMetrics, isTls: true, token: api.token, ...metrics },
    { name: "metrics without TLS", port: plainMetrics, isTls: false, ...metrics },
    {
      ...{ name: "health probes", port: health, isTls: false, speaks: "plain" },
      ...{ paths: ["/healthz", "/readyz", "/healthz/attacked"], good: { method: "GET", path: "/readyz" } },
    },
  ];
  return { listeners };
}

async function untilListening(port: number): Promise<void> {
  while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 20));
}

function setUp(manager: Manager): void {
  const v2 = spoke(BarV2, {
    toHub: ({ spec }) => ({ spec: { list: spec.list ?? [], size: spec.replicas ?? 0 } }),
    fromHub: ({ spec }: ObjectPart<Bar>) => ({ spec: { list: spec.list ?? [], replicas: spec.size ?? 0 } }),
  });
  manager
    .webhook(Bar)
    .withDefaulter({
      default(bar, { signal }) {
        signal.addEventListener("abort", () => bar); // as requests do that it makes
        bar.spec.size ??= 1;
        for (const each of bar.spec.list ?? []) each.weight ??= 1;
      },
    })
    .withValidator({
      validateCreate: (bar) => check(bar),
      validateUpdate: (_old, bar) => check(bar),
    })
    .withConversion(v2)
    .complete();
  manager.addHealthCheck("attacked", () => undefined);
}

function check(bar: Bar): void {
  if ((bar.spec.size ?? 0) > 100) throw new Error("too large");
}

async function certificateFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-attacked-"));
  const { cert, key } = await createServingCertificates(Date.now());
  writeFileSync(path.join(folder, "tls.crt"), cert);
  writeFileSync(path.join(folder, "tls.key"), key);
  return folder;
}
