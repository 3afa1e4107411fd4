import { randomBytes } from "node:crypto";
import type { LiveClient } from "../../src/kube/client.js";
import { type CustomResource, defineKind, type ObjectMeta, type Status } from "../../src/kube/objects.js";
import type { ConfigMap } from "../../src/k8s/core/v1.js";

/** A kind with a status subresource and a scale. */
export interface Part extends CustomResource<"contract.example.com/v1", "Part"> {
  spec?: { size?: number; replicas?: number; tags?: string[]; nested?: Record<string, string> };
  status?: { phase?: string; replicas?: number; detail?: string };
}
export const Part = defineKind<Part>("contract.example.com/v1", "Part");

/** What the parts of the contract are about, and how they make objects. */
export interface Subject {
  /** There once the tests run. */
  readonly client: () => LiveClient;
  readonly namespace: string;
  readonly collectsGarbage: boolean;
  readonly configMap: (data?: Record<string, string>, metadata?: Partial<ObjectMeta>) => ConfigMap;
  readonly part: (spec?: NonNullable<Part["spec"]>, metadata?: Partial<ObjectMeta>) => Part;
}

export function createSubject(
  client: () => LiveClient,
  { namespace, collectsGarbage }: Pick<Subject, "namespace" | "collectsGarbage">,
): Subject {
  return {
    client,
    namespace,
    collectsGarbage,
    configMap: (data = {}, metadata = {}) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: newName(), namespace, ...metadata },
      data,
    }),
    part: (spec = {}, metadata = {}) => ({
      apiVersion: "contract.example.com/v1",
      kind: "Part",
      metadata: { name: newName(), namespace, ...metadata },
      spec,
    }),
  };
}

export function newName(): string {
  return `n-${randomBytes(6).toString("hex")}`;
}

/** All that an iterator yields. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** How a call was refused: `409 Conflict`. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const { code, reason = "" } = await refusalOf(call);
  return `${String(code)} ${reason}`;
}

/** The whole refusal. */
export function refusalOf(call: Promise<unknown>): Promise<Status> {
  return call.then(
    () => ({ reason: "accepted" }),
    (error: unknown) => {
      // Anything else than an ApiError has no status, and fails the test here.
      const { status } = error as { status?: Status };
      if (status === undefined) throw error;
      return status;
    },
  );
}
