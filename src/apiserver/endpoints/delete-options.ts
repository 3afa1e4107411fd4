/**
 * The options of a delete.
 * Source: k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (ValidateDeleteOptions).
 */
import { type FieldError, invalid, notSupported } from "../../core/field-error.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { DeleteOptions } from "../objects/delete-object.js";
import { badRequestError, invalidError, type StatusError } from "../status-error.js";
import { bodyEncoding, parseBody, parseJson } from "./parse-body.js";
import { noTypeMeta, wrongTypeFault } from "../types/go-fault.js";
import { flagField, integerField } from "../http/query-fields.js";
import type { ResourceRequest } from "./request.js";
import { faultsOfDryRun } from "./write-options.js";

export interface DeleteRequest {
  readonly options: DeleteOptions;
  readonly isDryRun: boolean;
  /** The options as admission sees them. */
  readonly asObject: JsonObject;
}

/** Reads the options from the body, or from the query if there is no body. */
export async function readDeleteRequest(request: ResourceRequest): Promise<DeleteRequest> {
  const body = await request.readBody();
  const asked = body.length > 0 ? fromBody(body, request.contentType) : fromQuery(request.query);
  const { [unsafe]: isUnsafe, ...safe } = asked;
  const given = isUnsafe === undefined || !request.parts.features.deletesUndecodable ? safe : asked;
  const { dryRun = [], orphanDependents, propagationPolicy } = given;
  const faults: FieldError[] = [];
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const detail = "orphanDependents and deletionPropagation cannot be both set";
    faults.push(invalid("propagationPolicy", propagationPolicy, detail));
  }
  const policies = ["Foreground", "Background", "Orphan"];
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    faults.push(notSupported("propagationPolicy", propagationPolicy, [...policies, "nil"]));
  }
  faults.push(...faultsOfDryRun(dryRun));
  if (isUnsafeDelete(given)) {
    const others = ["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;
    const set = others.filter((name) => given[name] !== undefined);
    faults.push(...set.map((name) => invalid(unsafe, true, `cannot be set together with .${name}`)));
  }
  if (faults.length > 0) throw optionsError(faults);
  if (body.length > 0) request.audit.noteBody(() => ({ ...internalOptions, ...given }));
  return {
    options: given as DeleteOptions,
    isDryRun: dryRun.length > 0,
    asObject: { ...given, kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" },
  };
}

/** The kind of the options in the audit log: kube-apiserver writes their internal version. */
const internalOptions = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal" };

const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";

/** Returns whether a delete is only for an object that cannot be read. */
export function isUnsafeDelete({ [unsafe]: isUnsafe = false }: Given): boolean {
  return isUnsafe;
}

/** The error of a delete of a collection that ignores read errors. */
export function unsafeCollectionError(): StatusError {
  const detail = "is not allowed with DELETECOLLECTION, try again after removing the option";
  return optionsError([invalid(unsafe, true, detail)]);
}

function optionsError(faults: readonly FieldError[]): StatusError {
  return invalidError("meta.k8s.io", "DeleteOptions", "", faults);
}

interface Given {
  readonly dryRun?: string[];
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly [unsafe]?: boolean;
}

function fromQuery(query: URLSearchParams): Given {
  const dryRun = query.getAll("dryRun");
  const gracePeriodSeconds = integerField(query, "gracePeriodSeconds");
  const propagationPolicy = query.get("propagationPolicy");
  const orphanDependents = flagField(query, "orphanDependents");
  const isUnsafe = flagField(query, unsafe);
  return {
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(isUnsafe === undefined ? {} : { [unsafe]: isUnsafe }),
  };
}

/** The names of the Go types, for messages. */
const fields: Readonly<Record<string, readonly [type: string, isRight: (value: Json) => boolean]>> = {
  dryRun: ["[]string", Array.isArray],
  gracePeriodSeconds: ["int64", Number.isInteger],
  propagationPolicy: ["v1.DeletionPropagation", (value) => typeof value === "string"],
  orphanDependents: ["bool", (value) => typeof value === "boolean"],
  preconditions: ["v1.Preconditions", isJsonObject],
  [unsafe]: ["bool", (value) => typeof value === "boolean"],
};

function readOptions(body: Buffer, contentType: string): Json {
  const prefix = "couldn't get version/kind; json parse error:";
  if (bodyEncoding(contentType) === "json") return parseJson(body, (fault) => `${prefix} ${fault}`);
  return parseBody(body, contentType, undefined).value;
}

function fromBody(body: Buffer, contentType: string): Given {
  const value = readOptions(body, contentType) ?? {};
  if (!isJsonObject(value)) throw badRequestError(noTypeMeta(value));
  const { kind } = value;
  if (kind !== undefined && kind !== "DeleteOptions") {
    const version = JSON.stringify(value["apiVersion"] ?? "");
    throw badRequestError(
      `no kind ${JSON.stringify(kind)} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  for (const [field, [type, isRight]] of Object.entries(fields)) {
    const given = value[field];
    if (given === undefined || given === null || isRight(given)) continue;
    const literal = typeof given === "number" && type === "int64" ? String(given) : undefined;
    throw badRequestError(wrongTypeFault(given, type, { struct: "DeleteOptions", path: [field] }, literal));
  }
  const entries = Object.keys(fields)
    .map((field) => [field, value[field]] as const)
    .filter(([, given]) => given !== undefined && given !== null);
  return Object.fromEntries(entries);
}
