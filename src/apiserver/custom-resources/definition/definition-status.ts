/**
 * What the API server's controllers write into the status of a CRD, as a function of the CRDs that there are.
 * Sources: k8s.io/apiextensions-apiserver/pkg/controller/{status,establish,nonstructuralschema,apiapproval}.
 */
import { isDeepStrictEqual } from "node:util";
import { Patterns } from "../../../schema/patterns.js";
import type { FieldError } from "../../../core/field-error.js";
import {
  isConditionTrue,
  schemaOf,
  type Definition,
  type DefinitionCondition,
  type DefinitionStatus,
} from "../definition.js";
import { acceptNames } from "./accepted-names.js";
import { approvalOf, isProtectedGroup, type Approval } from "./approval.js";
import { caBundleFault } from "./conversion-rules.js";
import { checkStructural, unstructuralFault } from "./structural-rules.js";

/** `others`: all CRDs, of which those in the same group may hold names. `now` in ms. */
export function crdStatus(definition: Definition, others: readonly Definition[], now: number): DefinitionStatus {
  const { names, fault } = acceptNames(definition, others);
  const conditions = new Conditions(definition.status?.conditions ?? [], now);
  const areAccepted = isDeepStrictEqual(definition.spec.names, definition.status?.acceptedNames);
  if (!areAccepted) {
    conditions.set("NamesAccepted", fault === undefined ? "True" : "False", fault ?? noConflicts);
  }
  establish(definition, conditions);
  setOptional(conditions, "NonStructuralSchema", nonStructural(definition));
  setOptional(conditions, "KubernetesAPIApprovalPolicyConformant", approvalCondition(definition));
  const storedVersions = definition.status?.storedVersions;
  return {
    conditions: conditions.all,
    acceptedNames: names,
    ...(storedVersions === undefined ? {} : { storedVersions }),
  };
}

/** Of a CRD that is to be deleted: the resources of its kind go first. */
export type DeletionStage = "pending" | "inProgress" | "completed" | "neverEstablished" | { readonly failure: string };

/** Source: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go, pkg/controller/finalizer. */
export function terminatingStatus(definition: Definition, stage: DeletionStage, now: number): DefinitionStatus {
  const conditions = new Conditions(definition.status?.conditions ?? [], now);
  const said = (reason: string, message: string): Said => ({ reason, message });
  if (typeof stage === "object") {
    conditions.set(
      "Terminating",
      "True",
      said("InstanceDeletionFailed", `could not issue all deletes: ${stage.failure}`),
    );
  } else {
    const isOver = stage === "completed" || stage === "neverEstablished";
    conditions.set("Terminating", isOver ? "False" : "True", deletionStages[stage]);
  }
  return { ...definition.status, conditions: conditions.all };
}

export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

interface Said {
  readonly reason: string;
  readonly message: string;
}

const deletionStages: Readonly<Record<Extract<DeletionStage, string>, Said>> = {
  pending: {
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  },
  inProgress: { reason: "InstanceDeletionInProgress", message: "CustomResource deletion is in progress" },
  completed: { reason: "InstanceDeletionCompleted", message: "removed all instances" },
  neverEstablished: { reason: "NeverEstablished", message: "resource was never established" },
};

const noConflicts: Said = { reason: "NoConflicts", message: "no conflicts found" };
const initialNames = "the initial names have been accepted";

/** Once established, a CRD stays so. */
function establish(definition: Definition, conditions: Conditions): void {
  if (isConditionTrue(definition, "Established")) return;
  if (!conditions.isTrue("NamesAccepted")) {
    conditions.set("Established", "False", { reason: "NotAccepted", message: "not all names are accepted" });
    return;
  }
  const bundle = definition.spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  if (caBundleFault(bundle) === undefined) {
    conditions.set("Established", "True", { reason: "InitialNamesAccepted", message: initialNames });
  } else {
    const message = "The conversion webhook CABundle is invalid";
    conditions.set("Established", "False", { reason: "InvalidCABundle", message });
  }
}

function nonStructural({ spec }: Definition): (Said & { readonly status: string }) | undefined {
  const patterns = new Patterns();
  const faults: FieldError[] = [];
  for (const [index, version] of spec.versions.entries()) {
    const schema = schemaOf(version);
    if (schema === undefined) continue;
    const why = unstructuralFault(schema);
    if (why !== undefined) {
      const message = `failed to check validation schema for version ${version.name}: ${why}`;
      return { status: "Unknown", reason: "StructuralError", message };
    }
    faults.push(...checkStructural(schema, `spec.versions[${index}].schema.openAPIV3Schema`, patterns));
  }
  const texts = [...new Set(faults.map(({ field, message }) => `${field}: ${message}`))];
  if (texts.length === 0) return undefined;
  const message = texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
  return { status: "True", reason: "Violations", message };
}

const approvalReasons: Readonly<Record<Approval["state"], string>> = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  invalid: "InvalidAnnotation",
  missing: "MissingAnnotation",
};

function approvalCondition(definition: Definition): (Said & { readonly status: string }) | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, reason } = approvalOf(definition);
  return { status: state === "approved" ? "True" : "False", reason: approvalReasons[state], message: reason };
}

function setOptional(
  conditions: Conditions,
  type: string,
  said: (Said & { readonly status: string }) | undefined,
): void {
  if (said === undefined) conditions.remove(type);
  else conditions.set(type, said.status, said);
}

/** Conditions keep their order, and the time of their last change of status. */
class Conditions {
  #all: DefinitionCondition[];
  readonly #now: number;

  constructor(given: readonly DefinitionCondition[], now: number) {
    this.#all = [...given];
    this.#now = now;
  }

  get all(): DefinitionCondition[] {
    return this.#all;
  }

  isTrue(type: string): boolean {
    return this.#all.some((each) => each.type === type && each.status === "True");
  }

  set(type: string, status: string, { reason, message }: Said): void {
    const old = this.#all.find((each) => each.type === type);
    const time = old?.status === status ? old.lastTransitionTime : undefined;
    const lastTransitionTime = time ?? `${new Date(this.#now).toISOString().slice(0, 19)}Z`;
    const condition = { type, status, lastTransitionTime, reason, message };
    this.#all =
      old === undefined ? [...this.#all, condition] : this.#all.map((each) => (each === old ? condition : each));
  }

  remove(type: string): void {
    this.#all = this.#all.filter((each) => each.type !== type);
  }
}
