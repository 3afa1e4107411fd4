/**
 * The options of a list, a watch or a deletecollection.
 * Source: k8s.io/apimachinery/pkg/apis/meta/internalversion/{defaults,validation/validation}.go.
 */
import { type FieldError, forbidden, notSupported } from "../../core/field-error.js";
import { type LabelMatcher, SelectorFault } from "../../core/label-selector.js";
import { badRequestError, invalidError } from "../status-error.js";
import { type FieldSelector, parseFieldSelector } from "../selectors/field-selector.js";
import { parseLabelSelector } from "../selectors/label-selector.js";
import type { ApiObject } from "../api-object.js";
import type { ServedResource } from "../resource.js";
import { flagField, integerField, textField } from "../http/query-fields.js";

export interface ListOptions {
  readonly matchesLabels: LabelMatcher;
  readonly fields: FieldSelector;
  /** Whether the request selects all objects. */
  readonly isUnselective: boolean;
  /** 0 for no limit. */
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly sendsInitialEvents: boolean;
  readonly allowsBookmarks: boolean;
  /** Undefined: the server chooses. */
  readonly timeoutSeconds?: number;
}

/** @throws StatusError 400 for invalid options, 422 for options that exclude each other */
export function readListOptions(query: URLSearchParams, resource: ServedResource, isWatch: boolean): ListOptions {
  const matchesLabels = readSelector(() => parseLabelSelector(textField(query, "labelSelector")));
  const limit = integerField(query, "limit") ?? 0;
  const timeoutSeconds = integerField(query, "timeoutSeconds");
  const resourceVersion = textField(query, "resourceVersion");
  const given = withDefaults(
    {
      resourceVersion,
      resourceVersionMatch: textField(query, "resourceVersionMatch"),
      continueToken: textField(query, "continue"),
      sendInitialEvents: flagField(query, "sendInitialEvents"),
    },
    isWatch,
  );
  const faults = isWatch ? faultsOfWatch(given) : faultsOfList(given);
  if (faults.length > 0) throw invalidError("meta.k8s.io", "ListOptions", "", faults);
  const fields = readSelector(() => parseFieldSelector(textField(query, "fieldSelector"), resource));
  return {
    matchesLabels,
    fields,
    isUnselective: textField(query, "labelSelector") === "" && fields.isEmpty,
    limit: Math.max(limit, 0),
    ...given,
    sendsInitialEvents: given.sendInitialEvents === true,
    allowsBookmarks: flagField(query, "allowWatchBookmarks") === true,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

/** @throws StatusError 422 for a watch that asks for initial events: the feature gate WatchList is off */
export function refuseInitialEvents(query: URLSearchParams): void {
  if (flagField(query, "sendInitialEvents") === undefined) return;
  const detail = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
  throw invalidError("meta.k8s.io", "ListOptions", "", [forbidden("sendInitialEvents", detail)]);
}

export function isSelected({ matchesLabels, fields }: ListOptions, object: ApiObject): boolean {
  return matchesLabels(object.metadata.labels) && fields.matches(object);
}

interface Given {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continueToken: string;
  readonly sendInitialEvents: boolean | undefined;
}

/** A watch without a version begins with the existing objects. */
function withDefaults(given: Given, isWatch: boolean): Given {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = given;
  const isOld = resourceVersion === "" || resourceVersion === "0";
  if (!isWatch || !isOld || sendInitialEvents !== undefined || resourceVersionMatch !== "") return given;
  return { ...given, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

type Rule = readonly [isBroken: boolean, fault: FieldError];

function faultsOf(rules: readonly Rule[]): FieldError[] {
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
}

const noMatch = (detail: string): FieldError => forbidden("resourceVersionMatch", detail);

function faultsOfList({ resourceVersion, resourceVersionMatch: match, continueToken, sendInitialEvents }: Given) {
  const has = match !== "";
  return faultsOf([
    [has && resourceVersion === "", noMatch("resourceVersionMatch is forbidden unless resourceVersion is provided")],
    [has && continueToken !== "", noMatch("resourceVersionMatch is forbidden when continue is provided")],
    [
      !["", "Exact", "NotOlderThan"].includes(match),
      notSupported("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""]),
    ],
    [
      match === "Exact" && resourceVersion === "0",
      noMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    ],
    [sendInitialEvents !== undefined, forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list")],
  ]);
}

function faultsOfWatch({ resourceVersionMatch: match, continueToken, sendInitialEvents }: Given) {
  const has = match !== "";
  return faultsOf([
    [
      sendInitialEvents !== undefined && match !== "NotOlderThan",
      noMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
    ],
    [
      has && sendInitialEvents === undefined,
      noMatch("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
    ],
    [has && match !== "NotOlderThan", notSupported("resourceVersionMatch", match, ["NotOlderThan"])],
    [has && continueToken !== "", noMatch("resourceVersionMatch is forbidden when continue is provided")],
  ]);
}

function readSelector<Selector>(read: () => Selector): Selector {
  try {
    return read();
  } catch (error) {
    if (error instanceof SelectorFault) throw badRequestError(error.message);
    throw error;
  }
}
