/**
 * The status of a CRD that the API server's controllers write, as a function of all CRDs.
 * Sources: k8s.io/apiextensions-apiserver/pkg/controller/{status,establish,nonstructuralschema,apiapproval}.
 */
import { isDeepStrictEqual } from "node:util";
import { joinErrors } from "../../../core/go-text.js";
import { Patterns } from "../../../schema/patterns.js";
import type { FieldError } from "../../../core/field-error.js";
import { timeText } from "../../objects/write.js";
import { isConditionTrue, schemaOf, type Definition, type DefinitionStatus } from "../definition.js";
import { acceptNames } from "./accepted-names.js";
import { approvalOf, isProtectedGroup, type Approval } from "./approval.js";
import { caBundleFault } from "./conversion-rules.js";
import { checkStructural, unstructuralFault } from "./structural-rules.js";

/**
 * `others`: all CRDs; the CRDs in the same group can already use the names. `now`: the time in ms. `structure`: what
 * {@link nonStructural} returns.
 */
export function crdStatus(
  definition: Definition,
  others: readonly Definition[],
  now: number,
  structure: Said | undefined,
): DefinitionStatus {
  const { names, fault } = acceptNames(definition, others);
  const conditions = new Conditions(definition, now);
  const areAccepted = isDeepStrictEqual(definition.spec.names, definition.status?.acceptedNames);
  if (!areAccepted) conditions.set("NamesAccepted", fault === undefined ? noConflicts : { status: "False", ...fault });
  // An established CRD stays established.
  if (!isConditionTrue(definition, "Established")) conditions.set("Established", establishment(definition, conditions));
  conditions.set("NonStructuralSchema", structure);
  conditions.set("KubernetesAPIApprovalPolicyConformant", approvalCondition(definition));
  const storedVersions = definition.status?.storedVersions;
  return {
    conditions: conditions.all,
    acceptedNames: names,
    ...(storedVersions === undefined ? {} : { storedVersions }),
  };
}

/** The stages of the deletion of a CRD: the resources of its kind are deleted first. */
export type DeletionStage = keyof typeof deletionStages;

/** Source: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go, pkg/controller/finalizer. */
export function terminatingStatus(definition: Definition, stage: DeletionStage, now: number): DefinitionStatus {
  const conditions = new Conditions(definition, now);
  conditions.set("Terminating", deletionStages[stage]);
  return { ...definition.status, conditions: conditions.all };
}

export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** What a condition says. */
export interface Said {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

const deletionStages = {
  pending: {
    status: "True",
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  },
  inProgress: {
    status: "True",
    reason: "InstanceDeletionInProgress",
    message: "CustomResource deletion is in progress",
  },
  completed: { status: "False", reason: "InstanceDeletionCompleted", message: "removed all instances" },
} satisfies Record<string, Said>;

const noConflicts: Said = { status: "True", reason: "NoConflicts", message: "no conflicts found" };
const initialNames = "the initial names have been accepted";

function establishment({ spec }: Definition, conditions: Conditions): Said {
  if (!isConditionTrue({ status: { conditions: conditions.all } }, "NamesAccepted")) {
    return { status: "False", reason: "NotAccepted", message: "not all names are accepted" };
  }
  if (caBundleFault(spec.conversion?.webhook?.clientConfig?.caBundle ?? "") === undefined) {
    return { status: "True", reason: "InitialNamesAccepted", message: initialNames };
  }
  return { status: "False", reason: "InvalidCABundle", message: "The conversion webhook CABundle is invalid" };
}

/** Returns the condition of a CRD whose schemas are not structural. */
export function nonStructural({ spec }: Definition): Said | undefined {
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
  if (faults.length === 0) return undefined;
  const message = joinErrors(faults.map(({ field, message }) => `${field}: ${message}`));
  return { status: "True", reason: "Violations", message };
}

const approvalReasons: Readonly<Record<Approval["state"], string>> = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  invalid: "InvalidAnnotation",
  missing: "MissingAnnotation",
};

function approvalCondition(definition: Definition): Said | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, reason } = approvalOf(definition);
  return { status: state === "approved" ? "True" : "False", reason: approvalReasons[state], message: reason };
}

/** The conditions of a CRD. They keep their order, and the time of their last status change. */
class Conditions {
  #all: NonNullable<DefinitionStatus["conditions"]>;
  readonly #now: number;

  constructor({ status }: Definition, now: number) {
    this.#all = [...(status?.conditions ?? [])];
    this.#now = now;
  }

  get all(): NonNullable<DefinitionStatus["conditions"]> {
    return this.#all;
  }

  /** Removes the condition if `said` is undefined. */
  set(type: string, said: Said | undefined): void {
    const old = this.#all.find((each) => each.type === type);
    if (said === undefined) {
      this.#all = this.#all.filter((each) => each !== old);
      return;
    }
    const { status, reason, message } = said;
    const time = old?.status === status ? old.lastTransitionTime : undefined;
    const condition = { type, status, lastTransitionTime: time ?? timeText(this.#now), reason, message };
    this.#all =
      old === undefined ? [...this.#all, condition] : this.#all.map((each) => (each === old ? condition : each));
  }
}
