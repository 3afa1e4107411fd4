/**
 * Sets the status of ValidatingAdmissionPolicies: the warnings of a check of their types, once for each generation.
 * Source: kubernetes/pkg/controller/validatingadmissionpolicystatus.
 */
import type { ValidatingAdmissionPolicy } from "../../../k8s/admissionregistration/v1.js";
import type { OpenApiSchemas } from "../../../schema/openapi-data.js";
import { definitionsKey } from "../../custom-resources/definition.js";
import type { Registry } from "../../objects/registry.js";
import { storageKeyOf } from "../../resource.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { expressionWarnings } from "./expression-warnings.js";

const policies = storageKeyOf("admissionregistration.k8s.io", "validatingadmissionpolicies");
const manager = "validatingadmissionpolicy-status";

/** @param data - the schemas of the server's built-in kinds */
export function checkPolicies(objects: ControllerObjects, registry: Registry, data: OpenApiSchemas): Stoppable {
  const { store, version, now } = objects.parts;
  const findDefinition = (name: string): ReturnType<typeof store.get> => store.get(definitionsKey, "", name);
  const queue = objects.queues.create(async (name) => {
    const stored = store.get(policies, "", name);
    if (stored === undefined) return;
    const { metadata, spec = {}, status } = stored as unknown as ValidatingAdmissionPolicy; // validated when it was stored
    const { generation = 0 } = metadata;
    if (generation <= (status?.observedGeneration ?? 0)) return;
    // kube-controller-manager gives the types in messages a number, too.
    const types = { data, findDefinition, resources: registry.all(), suffix: String((now() % 1000) * 1_000_000) };
    const warnings = expressionWarnings(spec, types, version);
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings.map((each) => ({ ...each })) };
    await objects.applyStatus(
      objects.builtIn(policies),
      stored,
      { observedGeneration: generation, typeChecking },
      manager,
    );
  });
  for (const { metadata } of store.list(policies)) queue.add(metadata.name ?? "");
  return queue.feedBy(store.subscribe(policies, ({ object }) => queue.add(object.metadata.name ?? "")));
}
