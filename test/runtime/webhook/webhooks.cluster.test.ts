/** An operator's webhooks, asked by an API server. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  AdmissionDenied,
  type Client,
  type Creatable,
  createLiveClient,
  type CustomResource,
  type Defaulter,
  defineKind,
  dryRunClient,
  field,
  type HttpClient,
  loadKubeConfig,
  type ObjectPart,
  spoke,
  unstructured,
  type ValidationResult,
  type Validator,
} from "../../../src/index.js";
import type { AdmissionContext } from "../../../src/index.js";
import { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { describeCluster } from "../../support/cluster.js";
import { convertedCrd, simpleCrd } from "../../support/crds.js";
import { startWebhookOperator, webhookEntry, type WebhookOperator } from "../../support/webhook-operator.js";

const group = "webhooks.runtime.example.com";

interface BarV1 extends CustomResource<`${typeof group}/v1`, "Bar"> {
  spec: { size?: number; color?: string };
  status?: { seen?: number };
}
const BarV1 = defineKind<BarV1>(`${group}/v1`, "Bar");

interface BarV2 extends CustomResource<`${typeof group}/v2`, "Bar"> {
  spec: { replicas?: number; paint?: { color: string } };
  status?: { observed?: { replicas: number } };
}
const BarV2 = defineKind<BarV2>(`${group}/v2`, "Bar");

/** What each webhook was asked with `dryRun`. */
const dryRuns: boolean[] = [];

const defaulter: Defaulter<BarV1> = {
  default: (bar, { request }) => {
    dryRuns.push(request.dryRun);
    bar.spec.size ??= 1;
    bar.metadata.annotations = {
      ...bar.metadata.annotations,
      "example.com/by-defaulter": request.userInfo.username ?? "",
    };
  },
};

class BarValidator implements Validator<BarV1> {
  validateCreate({ spec }: BarV1, context: AdmissionContext<BarV1>): ValidationResult {
    if (spec.color === "beige") context.warn("spec.color: beige is out of fashion");
    if (spec.color === "crash") throw new TypeError("colors is not iterable");
    return [
      ...((spec.size ?? 0) % 2 === 0 ? [field.invalid("spec.size", spec.size, "must be odd")] : []),
      ...(spec.color === "none" ? [field.notSupported("spec.color", spec.color, ["beige", "red"])] : []),
    ];
  }

  validateUpdate(old: BarV1, bar: BarV1): ValidationResult {
    return (bar.spec.size ?? 0) < (old.spec.size ?? 0) ? [field.forbidden("spec.size", "may not shrink")] : undefined;
  }

  async validateDelete({ metadata }: BarV1): Promise<undefined> {
    await Promise.resolve();
    if (metadata.labels?.["keep"] === "true") throw new AdmissionDenied("it is marked to be kept");
  }
}

const conversion = spoke(BarV1, {
  toHub: ({ spec, status }) => ({
    spec: {
      ...(spec.size === undefined ? {} : { replicas: spec.size }),
      ...(spec.color === undefined ? {} : { paint: { color: spec.color } }),
    },
    status: status?.seen === undefined ? undefined : { observed: { replicas: status.seen } },
  }),
  fromHub: ({ spec, status }: ObjectPart<BarV2>) => {
    if (spec.paint?.color === "unheard-of") throw new Error("v1 has no such color");
    return {
      spec: {
        ...(spec.replicas === undefined ? {} : { size: spec.replicas }),
        ...(spec.paint?.color === undefined ? {} : { color: spec.paint.color }),
      },
      status: status?.observed?.replicas === undefined ? undefined : { seen: status.observed.replicas },
    };
  },
});

describeCluster("the webhooks of an operator", (cluster) => {
  let operator: WebhookOperator;
  let client: HttpClient;
  const warnings: string[] = [];

  beforeAll(async () => {
    const config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    client = createLiveClient(config, { onWarning: (text) => warnings.push(text) });
    operator = await startWebhookOperator(config, (manager) => {
      manager.webhook(BarV1).withDefaulter(defaulter).withValidator(new BarValidator()).complete();
      manager.webhook(BarV2).withConversion(conversion).complete();
    });
    await install(client, operator);
  });
  afterAll(async () => {
    for (const kind of ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]) {
      await client.delete(unstructured("admissionregistration.k8s.io/v1", kind), { name: group });
    }
    await client.delete(CustomResourceDefinition, { name: `bars.${group}` });
    client.close();
    await operator.stop();
  });

  const bar = (name: string, spec: BarV1["spec"] = {}, labels: Record<string, string> = {}): Creatable<BarV1> => ({
    apiVersion: `${group}/v1`,
    kind: "Bar",
    metadata: { namespace: "default", name, labels },
    spec,
  });

  test("missing fields get defaults, and keys with slashes are found", async () => {
    const created = await client.create(bar("defaulted"));
    expect(created.spec).toEqual({ size: 1 });
    expect(Object.keys(created.metadata.annotations ?? {})).toEqual(["example.com/by-defaulter"]);
  });

  test("a dry run is told to be one", async () => {
    dryRuns.length = 0;
    await dryRunClient(client as Client).create(bar("dry"));
    expect(dryRuns).toContain(true);
    expect(await client.get(BarV1, { namespace: "default", name: "dry" })).toBeUndefined();
  });

  test("faults of fields are causes, in the API server's own words", async () => {
    await expect(client.create(bar("refused", { size: 2, color: "none" }))).rejects.toMatchObject({
      statusCode: 422,
      reason: "Invalid",
      status: {
        message:
          `admission webhook "validating.bars.${group}" denied the request: Bar.${group} "refused" is invalid: ` +
          '[spec.size: Invalid value: 2: must be odd, spec.color: Unsupported value: "none": supported values: "beige", "red"]',
      },
      causes: [
        { reason: "FieldValueInvalid", field: "spec.size", message: "Invalid value: 2: must be odd" },
        { reason: "FieldValueNotSupported", field: "spec.color" },
      ],
    });
  });

  test("warnings reach the user", async () => {
    warnings.length = 0;
    await client.create(bar("warned", { color: "beige" }));
    expect(warnings).toEqual(["spec.color: beige is out of fashion"]);
  });

  test("an update is judged with what was there before", async () => {
    const created = await client.create(bar("shrinking", { size: 5 }));
    await expect(client.update({ ...created, spec: { size: 3 } })).rejects.toMatchObject({
      statusCode: 422,
      causes: [{ reason: "FieldValueForbidden", field: "spec.size", message: "Forbidden: may not shrink" }],
    });
    expect((await client.update({ ...created, spec: { size: 7 } })).spec.size).toBe(7);
  });

  test("a deletion is refused in words of the operator's", async () => {
    const key = { namespace: "default", name: "kept" };
    const kept = await client.create(bar("kept", {}, { keep: "true" }));
    await expect(client.delete(BarV1, key)).rejects.toMatchObject({
      statusCode: 403,
      reason: "Forbidden",
      status: { message: `admission webhook "validating.bars.${group}" denied the request: it is marked to be kept` },
    });
    await client.update({ ...kept, metadata: { ...kept.metadata, labels: {} } });
    await client.delete(BarV1, key);
  });

  test("a handler that throws is a failure, not a verdict, and is counted", async () => {
    await expect(client.create(bar("crashing", { color: "crash" }))).rejects.toMatchObject({ statusCode: 500 });
    expect(operator.log.lines).toContainEqual(
      expect.objectContaining({ level: "error", message: "the webhook failed" }),
    );
    const metrics = await operator.manager.metricsRegistry.metrics();
    expect(metrics).toContain(
      `controller_runtime_webhook_panics_total{webhook="/validate-webhooks-runtime-example-com-v1-bar"} 1`,
    );
  });

  test("an object is read and written in both versions", async () => {
    await client.create(bar("both", { size: 3, color: "red" }));
    const key = { namespace: "default", name: "both" };
    const second = await client.getOrThrow(BarV2, key);
    expect(second.spec).toEqual({ replicas: 3, paint: { color: "red" } });
    await client.update({ ...second, spec: { replicas: 5, paint: { color: "blue" } } });
    const first = await client.getOrThrow(BarV1, key);
    expect(first.spec).toEqual({ size: 5, color: "blue" });
    expect(first.metadata.uid).toBe(second.metadata.uid);
    await client.status.update({ ...first, status: { seen: 5 } });
    expect((await client.getOrThrow(BarV2, key)).status).toEqual({ observed: { replicas: 5 } });
  });

  test("a list of objects that are stored in both versions has the requested version", async () => {
    await client.create({
      ...{ apiVersion: BarV2.apiVersion, kind: BarV2.kind, metadata: { namespace: "default", name: "second" } },
      spec: { replicas: 9 },
    });
    const { items } = await client.list(BarV1, { namespace: "default" });
    expect(items.map(({ apiVersion }) => apiVersion)).toEqual(items.map(() => BarV1.apiVersion));
    expect(items.find(({ metadata }) => metadata.name === "second")?.spec).toEqual({ size: 9 });
  });

  test("an object that cannot be converted is named, with the reason", async () => {
    // The webhooks are asked in v1, so the API server must convert it before it stores it.
    const odd = client.create({
      ...{ apiVersion: BarV2.apiVersion, kind: BarV2.kind, metadata: { namespace: "default", name: "odd" } },
      spec: { replicas: 9, paint: { color: "unheard-of" } },
    });
    await expect(odd).rejects.toThrow(
      `Bar default/odd: cannot convert ${group}/v2 to ${group}/v1: v1 has no such color`,
    );
  });

  test("a certificate is renewed under load, and no request is refused", async () => {
    const { certificates } = operator;
    const next = await certificates.prepare();
    let isDone = false;
    const failures: unknown[] = [];
    const load = Array.from({ length: 4 }, async (_, lane) => {
      for (let index = 0; !isDone; index++) {
        await dryRunClient(client as Client)
          .create(bar(`load-${lane}-${index}`))
          .catch((error: unknown) => failures.push(error));
      }
    });
    // As cert-manager's CA injector does: the next authority is trusted beside the one before, then used.
    await install(client, operator, `${certificates.ca}\n${next.ca}`);
    next.use();
    await expect
      .poll(() => operator.log.lines.map(({ message }) => message))
      .toContain("using the renewed certificate");
    const count = dryRuns.length;
    await expect.poll(() => dryRuns.length).toBeGreaterThan(count + 50);
    isDone = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
  });
});

/** The CRD with its conversion, and both configurations. */
async function install(
  client: HttpClient,
  { url, certificates }: WebhookOperator,
  ca = certificates.ca,
): Promise<void> {
  const clientConfig = { url: `${url}/convert`, caBundle: Buffer.from(ca).toString("base64") };
  const options = { force: true, fieldManager: "test" };
  await client.apply(convertedCrd(simpleCrd(group, "bars", "Bar"), clientConfig), options);
  const shared = { resource: "bars", url, ca };
  const writes = ["CREATE", "UPDATE"];
  const configurations = {
    MutatingWebhookConfiguration: webhookEntry(BarV1, { ...shared, type: "mutating", operations: writes }),
    ValidatingWebhookConfiguration: webhookEntry(BarV1, {
      ...shared,
      type: "validating",
      operations: [...writes, "DELETE"],
    }),
  };
  for (const [kind, entry] of Object.entries(configurations)) {
    const object = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind,
      metadata: { name: group },
      webhooks: [entry],
    };
    await client.apply(object as never, options);
  }
  const probe = {
    apiVersion: BarV1.apiVersion,
    kind: "Bar",
    metadata: { namespace: "default", name: "probe" },
    spec: {},
  };
  // Both configurations reach the API server's own watch a moment later.
  await vi.waitFor(
    async () => {
      const created = await dryRunClient(client as Client).create(probe as BarV1);
      expect(created.spec.size).toBe(1);
      const even = { ...probe, spec: { size: 2 } };
      await expect(dryRunClient(client as Client).create(even as BarV1)).rejects.toMatchObject({ statusCode: 422 });
    },
    { timeout: 60_000 },
  );
}
