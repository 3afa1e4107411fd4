/** The rules of the author, two versions, and their documents: what clients of the main API server see. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invalid } from "../../src/core/field-error.js";
import type { ExtensionResource } from "../../src/extension/options.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { streamSubresource } from "../../src/extension/subresources/stream-subresource.js";
import { objectSubresource, textSubresource } from "../../src/extension/subresources/subresources.js";
import type { CustomResourceDefinitionVersion } from "../../src/k8s/apiextensions/v1.js";
import { APIService } from "../../src/k8s/apiregistration/v1.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { type CustomResource, defineKind } from "../../src/kube/objects.js";
import { AdmissionDenied } from "../../src/runtime/webhook/admission.js";
import { type ObjectPart, spoke } from "../../src/runtime/webhook/conversion.js";
import { describeCluster } from "../support/cluster.js";
import { Reading, readings } from "./reading-kinds.js";
import { namespace, type ServedReadings, serveReadings } from "./serve-readings.js";

interface OldReading extends CustomResource<"metrics.abc.com/v1beta1", "Reading"> {
  spec: { name: string; celsius?: number };
}
const OldReading = defineKind<OldReading>("metrics.abc.com/v1beta1", "Reading");

const [current] = readings.spec.versions;
const old: CustomResourceDefinitionVersion = {
  ...{ name: "v1beta1", served: true, storage: false, subresources: { status: {} } },
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, celsius: { type: "integer" } },
        },
        status: { type: "object", properties: { seen: { type: "boolean" } } },
      },
    },
  },
};

const resource: ExtensionResource<Reading> = {
  definition: { ...readings, spec: { ...readings.spec, versions: [...(current === undefined ? [] : [current]), old] } },
  storage: memoryStorage(),
  defaulter: {
    default: (reading, { request }) => {
      reading.metadata.labels = { ...reading.metadata.labels, by: request.userInfo.username ?? "" };
      if (reading.spec.sensor === "unknown") reading.spec.sensor = "north";
    },
  },
  validator: {
    validateCreate: ({ spec }) =>
      spec.sensor === "south" ? [invalid("spec.sensor", spec.sensor, "the south has no sensor")] : [],
    validateUpdate: (before, { spec }) => {
      if (before.spec.sensor !== spec.sensor) throw new AdmissionDenied("a reading keeps its sensor");
    },
    validateDelete: ({ metadata }, { warn }) => {
      warn("a reading is gone");
      if (metadata.name === "kept") throw new AdmissionDenied("keep it");
    },
  },
  conversion: {
    hub: Reading,
    spokes: [
      spoke(OldReading, {
        toHub: ({ spec, ...rest }: ObjectPart<OldReading>) => ({
          spec: { sensor: spec.name, celsius: spec.celsius },
          status: "status" in rest ? (rest.status as Reading["status"]) : undefined,
        }),
        fromHub: ({ spec }: ObjectPart<Reading>) => ({ spec: { name: spec.sensor, celsius: spec.celsius } }),
      }),
    ],
  },
  subresources: {
    log: textSubresource<Reading>(() => ["a line\n"]),
    calibrate: objectSubresource<Reading>({
      kind: "Calibration",
      create: ({ object }) => ({ at: object.spec.sensor }),
    }),
    shell: streamSubresource<Reading>(() => ({ exitCode: 0 })),
  },
};

describeCluster("the rules of an extension API server", (cluster) => {
  let served: ServedReadings;
  let client: HttpClient;
  beforeAll(async () => {
    served = await serveReadings(cluster().kubeconfig, { resources: [resource] });
    ({ client } = served);
    const found = await client.getOrThrow(APIService, { name: "v1.metrics.abc.com" });
    await client.apply<APIService>({
      ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1beta1.metrics.abc.com" } },
      spec: { ...found.spec, groupPriorityMinimum: 1_000, versionPriority: 10, version: "v1beta1" },
    });
    await vi.waitFor(() => client.list(OldReading), { timeout: 60_000, interval: 100 });
  });
  afterAll(async () => {
    await client.delete(APIService, { name: "v1beta1.metrics.abc.com" });
    await served.close();
  });

  const reading = (name: string, sensor: string): Reading => ({
    ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading", metadata: { namespace, name } },
    spec: { sensor },
  });

  test("a defaulter changes objects in each version, and knows the user", async () => {
    const created = await client.create(reading("defaulted", "unknown"));
    expect(created).toMatchObject({ spec: { sensor: "north", celsius: 20 } });
    expect(created.metadata.labels?.["by"]).not.toBe("");
    const old = await client.create<OldReading>({
      ...{ apiVersion: "metrics.abc.com/v1beta1", kind: "Reading", metadata: { namespace, name: "defaulted-old" } },
      spec: { name: "unknown" },
    });
    expect(old.spec.name).toBe("north");
  });

  test("a validator rejects with the fields, and with its own message", async () => {
    await expect(client.create(reading("south", "south"))).rejects.toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/spec\.sensor.*the south has no sensor/) as string,
    });
    const created = await client.create(reading("kept", "north"));
    await expect(client.update({ ...created, spec: { sensor: "west" } })).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining("a reading keeps its sensor") as string,
    });
    await expect(client.delete(Reading, { namespace, name: "kept" })).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining("keep it") as string,
    });
    expect(await client.get(Reading, { namespace, name: "kept" })).toMatchObject({ spec: { sensor: "north" } });
  });

  test("both versions show one object, in reads, writes and watches", async () => {
    const created = await client.create(reading("both", "west"));
    const key = { namespace, name: "both" };
    const old = await client.getOrThrow(OldReading, key);
    expect(old).toMatchObject({ spec: { name: "west" }, metadata: { uid: created.metadata.uid } });
    const { resourceVersion = "" } = created.metadata;
    await client.update({ ...old, spec: { ...old.spec, celsius: 3 } });
    expect(await client.get(Reading, key)).toMatchObject({ spec: { sensor: "west", celsius: 3 } });
    for await (const { type, object } of client.watch(OldReading, { namespace, resourceVersion, timeoutSeconds: 10 })) {
      expect({ type, object }).toMatchObject({ type: "MODIFIED", object: { spec: { name: "west", celsius: 3 } } });
      break;
    }
    await expect(client.update({ ...old, spec: { name: "east" } })).rejects.toMatchObject({ statusCode: 409 });
    const { items } = await client.list(OldReading, { namespace, fields: "metadata.name=both" });
    expect(items).toMatchObject([{ apiVersion: "metrics.abc.com/v1beta1", spec: { name: "west" } }]);
  });

  test("OpenAPI describes the subresources, in both forms", async () => {
    const path = "/apis/metrics.abc.com/v1/namespaces/{namespace}/readings/{name}";
    const read = async (document: string): Promise<Record<string, Record<string, unknown>>> => {
      const answer = JSON.parse(await client.transport.request({ method: "GET", path: document })) as {
        readonly paths: Record<string, Record<string, unknown>>;
      };
      return answer.paths;
    };
    for (const document of ["/openapi/v3/apis/metrics.abc.com/v1", "/openapi/v2"]) {
      await vi.waitFor(
        async () => {
          const paths = await read(document);
          expect(paths[`${path}/calibrate`]).toMatchObject({
            post: {
              "x-kubernetes-action": "post",
              "x-kubernetes-group-version-kind": { group: "metrics.abc.com", version: "v1", kind: "Calibration" },
            },
          });
          expect(Object.keys(paths[`${path}/log`] ?? {})).toContain("get");
          expect(Object.keys(paths[`${path}/shell`] ?? {})).toEqual(expect.arrayContaining(["get", "post"]));
        },
        { timeout: 60_000, interval: 500 },
      );
    }
  });
});
