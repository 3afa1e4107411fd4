/**
 * Classifies requests by FlowSchemas, as kube-apiserver's priority and fairness does. The class is in the headers of the response; it
 * limits no request. Source: k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go.
 */
import { compareText } from "../../core/compare-text.js";
import type { FlowSchema, PriorityLevelConfiguration } from "../../k8s/flowcontrol/v1.js";
import { type ApiObject, numberOf, objectOf } from "../api-object.js";
import { type StoredObjects, storageKeyOf } from "../resource.js";
import { doesFlowSchemaMatch, type FlowRequest } from "./match-rules.js";

const group = "flowcontrol.apiserver.k8s.io";
export const flowSchemasKey = storageKeyOf(group, "flowschemas");
export const priorityLevelsKey = storageKeyOf(group, "prioritylevelconfigurations");

/** The UIDs of the objects that a request belongs to. */
export interface FlowClass {
  readonly flowSchema: string;
  readonly priorityLevel: string;
}

interface KnownFlow extends FlowClass {
  readonly name: string;
  readonly spec: FlowSchema["spec"];
}

export class FlowSchemas {
  readonly #objects: StoredObjects;
  /** In the order of the match. Undefined after a change. */
  #known: readonly KnownFlow[] | undefined;

  constructor(objects: StoredObjects) {
    this.#objects = objects;
  }

  noteWrite(storageKey: string): void {
    if (storageKey === flowSchemasKey || storageKey === priorityLevelsKey) this.#known = undefined;
  }

  /** Returns undefined if no FlowSchema matches, and none has the name `catch-all`. */
  classify(request: FlowRequest): FlowClass | undefined {
    this.#known ??= this.#read();
    return (
      this.#known.find(({ spec }) => doesFlowSchemaMatch(spec, request)) ??
      this.#known.find(({ name }) => name === "catch-all")
    );
  }

  /** Leaves out FlowSchemas whose priority level does not exist. */
  #read(): KnownFlow[] {
    const inOrder = this.#objects.list(flowSchemasKey).toSorted(compareFlowSchemas);
    return inOrder.flatMap((stored) => {
      const { metadata, spec } = stored as unknown as FlowSchema; // validated when it was stored
      const level = this.#objects.get(priorityLevelsKey, "", spec.priorityLevelConfiguration.name);
      if (level === undefined) return [];
      const { name, uid = "" } = metadata;
      return [{ name, spec, flowSchema: uid, priorityLevel: level.metadata.uid ?? "" }];
    });
  }
}

export function precedenceOf(flowSchema: ApiObject): number {
  return numberOf(objectOf(flowSchema, "spec"), "matchingPrecedence") ?? 0;
}

/** The order in which FlowSchemas match, and in which a table lists them. */
export function compareFlowSchemas(left: ApiObject, right: ApiObject): number {
  return precedenceOf(left) - precedenceOf(right) || compareText(left.metadata.name ?? "", right.metadata.name ?? "");
}

/** The seats of all priority levels: kube-apiserver's defaults for reading and for writing requests. */
const allSeats = 600;

/** Returns the seats of each priority level, by its name. Source: updateConcurrencyLimits in apf_controller.go. */
export function nominalSeats(objects: StoredObjects): ReadonlyMap<string, number> {
  const levels = objects.list(priorityLevelsKey).map((stored) => {
    const { metadata, spec } = stored as unknown as PriorityLevelConfiguration; // validated when it was stored
    const { nominalConcurrencyShares: shares = 0 } = spec.limited ?? spec.exempt ?? {};
    return { name: metadata.name, shares };
  });
  const sum = levels.reduce((total, { shares }) => total + shares, 0);
  return new Map(levels.map(({ name, shares }) => [name, sum === 0 ? 0 : Math.ceil((allSeats * shares) / sum)]));
}
