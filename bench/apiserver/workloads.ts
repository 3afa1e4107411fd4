import { setTimeout as delay } from "node:timers/promises";
import { installCrds } from "../../src/cluster/install-crds.js";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "../../src/k8s/admissionregistration/v1.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { defineKind, type Kind, type KubeObject } from "../../src/kube/objects.js";
import { simpleCrd } from "../../test/support/crds.js";

/** Objects of one kind that are created and then updated. */
export interface Workload<T extends KubeObject> {
  readonly what: string;
  readonly kind: Kind<T>;
  readonly make: (namespace: string, index: number) => T;
  readonly change: (object: T) => T;
  /** Prepares a new server. */
  readonly prepare?: (client: HttpClient, namespace: string) => Promise<void>;
  /** How the server handles unknown fields. Default: it rejects them. */
  readonly fieldValidation?: "Ignore" | "Strict";
  /** Returns whether the server has processed an object correctly: a server that does less work is not measured. */
  readonly isRight?: (object: T) => boolean;
}

interface Widget extends KubeObject {
  apiVersion: "bench.tsop.dev/v1";
  kind: "Widget";
  spec: { size: number; mode?: string; unknown?: string; ports?: { port: number; protocol?: string }[] };
}
const Widget = defineKind<Widget>("bench.tsop.dev/v1", "Widget");

const change = (widget: Widget): Widget => ({ ...widget, spec: { ...widget.spec, size: widget.spec.size + 1 } });

function widget(namespace: string, index: number): Widget {
  const metadata = { namespace, name: `widget-${index}` };
  return { apiVersion: "bench.tsop.dev/v1", kind: "Widget", metadata, spec: { size: index } };
}

export const widgets: Workload<Widget> = {
  ...{ what: "custom resources", kind: Widget, make: widget, change },
  prepare: (client) => install(client, crd()),
};

/** Objects with pruning, defaults, and validation rules on each write. */
export const checkedWidgets: Workload<Widget> = {
  ...{ what: "custom resources, pruned, given defaults and checked by CEL", kind: Widget, change },
  make: (namespace, index) => {
    const made = widget(namespace, index);
    return { ...made, spec: { ...made.spec, unknown: "is pruned", ports: [{ port: 80 }, { port: 443 }] } };
  },
  prepare: async (client, namespace) => {
    const integer = { type: "integer" };
    const protocol = { type: "string", enum: ["TCP", "UDP"], default: "TCP" };
    const port = { type: "object", required: ["port"], properties: { port: integer, protocol } };
    const spec = {
      type: "object",
      required: ["size"],
      properties: {
        ...{ size: integer, mode: { type: "string", maxLength: 20, default: "Fast" } },
        ports: { type: "array", maxItems: 10, items: port },
      },
      "x-kubernetes-validations": [
        { rule: "self.size >= 0", message: "size must not be negative" },
        { rule: "self.mode != 'Slow' || self.size < 10", message: "a slow one is small" },
        { rule: "!has(self.ports) || self.ports.all(p, p.port > 0 && p.port < 65536)", message: "no such port" },
        { rule: "self.size >= oldSelf.size", message: "size must not shrink" },
      ],
    };
    await install(client, crd({ openAPIV3Schema: { type: "object", properties: { spec } } }));
    await untilRefused(client, { ...widget(namespace, 0), spec: { size: -1 } });
  },
  fieldValidation: "Ignore",
  isRight: ({ spec }) =>
    spec.mode === "Fast" && !("unknown" in spec) && spec.ports?.every(({ protocol }) => protocol === "TCP") === true,
};

/** Objects whose writes three policies check. */
export const admittedWidgets: Workload<Widget> = {
  ...{ what: "custom resources, admitted by three ValidatingAdmissionPolicies", kind: Widget, make: widget, change },
  prepare: async (client, namespace) => {
    await install(client, crd());
    const rules = ["object.spec.size >= 0", "object.metadata.name.startsWith('widget-')", "variables.half < 1000000"];
    for (const [index, expression] of rules.entries()) await admit(client, `bench-${index}`, expression);
    const wrong: readonly Widget[] = [
      { ...widget(namespace, 0), spec: { size: -1 } },
      { ...widget(namespace, 0), metadata: { namespace, name: "gadget" } },
      { ...widget(namespace, 0), spec: { size: 2_000_000 } },
    ];
    for (const each of wrong) await untilRefused(client, each);
  },
};

function configMap(text: string) {
  return (namespace: string, index: number): ConfigMap => {
    const metadata = { namespace, name: `config-${index}` };
    return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { index: String(index), text } };
  };
}

const changeConfigMap = (config: ConfigMap): ConfigMap => ({ ...config, data: { ...config.data, changed: "true" } });

export const configMaps: Workload<ConfigMap> = {
  ...{ what: "ConfigMaps", kind: ConfigMap, change: changeConfigMap },
  make: configMap("some text of a config map ".repeat(8)),
};

export const largeConfigMaps: Workload<ConfigMap> = {
  ...{ what: "ConfigMaps of 100 KB", kind: ConfigMap, change: changeConfigMap },
  make: configMap("some text of a config map ".repeat(4_000)),
};

function crd(schema?: object): CustomResourceDefinition {
  const simple = simpleCrd("bench.tsop.dev", "widgets", "Widget");
  if (schema === undefined) return simple;
  const versions = simple.spec.versions.map((version) => ({ ...version, schema }));
  return { ...simple, spec: { ...simple.spec, versions } };
}

async function install(client: HttpClient, definition: CustomResourceDefinition): Promise<void> {
  const signal = new AbortController().signal;
  await installCrds(client, [definition], { dryRun: false, timeoutMs: 30_000, signal });
}

async function admit(client: HttpClient, name: string, expression: string): Promise<void> {
  const rule = { apiGroups: ["bench.tsop.dev"], apiVersions: ["v1"], resources: ["widgets"] };
  const apiVersion = "admissionregistration.k8s.io/v1";
  await client.create<ValidatingAdmissionPolicy>({
    ...{ apiVersion, kind: "ValidatingAdmissionPolicy", metadata: { name } },
    spec: {
      matchConstraints: { resourceRules: [{ ...rule, operations: ["CREATE", "UPDATE"] }] },
      variables: [{ name: "half", expression: "object.spec.size / 2" }],
      validations: [{ expression }],
    },
  });
  await client.create<ValidatingAdmissionPolicyBinding>({
    ...{ apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata: { name } },
    spec: { policyName: name, validationActions: ["Deny"] },
  });
}

/** Waits until the server applies the rule that this object violates: kube-apiserver reads policies with a delay. */
async function untilRefused(client: HttpClient, wrong: Widget): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const accepted = await client.create(wrong, { dryRun: true }).then(
      () => true,
      () => false,
    );
    if (!accepted) return;
    await delay(100);
  }
  throw new Error(`the server accepts ${JSON.stringify(wrong.spec)}`);
}
