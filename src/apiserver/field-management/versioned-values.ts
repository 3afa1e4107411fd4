import { serverFault, StatusError } from "../status-error.js";
import type { ApiObject } from "../api-object.js";
import type { TypeNode } from "../types/type-node.js";
import type { ObjectVersions } from "./requests.js";

/** An object in one of its versions. */
export interface VersionedValue {
  readonly object: ApiObject;
  readonly apiVersion: string;
  readonly type: TypeNode;
}

/** Converts the value to another version; returns undefined if that version is not served. `step`: the prefix of an error. */
export async function inVersion(
  value: VersionedValue,
  apiVersion: string,
  versions: ObjectVersions | undefined,
  step?: string,
): Promise<VersionedValue | undefined> {
  if (apiVersion === value.apiVersion) return value;
  const type = versions?.typeOf(apiVersion);
  if (type === undefined || versions === undefined) return undefined;
  const convert = (): Promise<ApiObject> => versions.convert(value.object, apiVersion);
  return { object: await (step === undefined ? convert() : failingAs(step, convert)), apiVersion, type };
}

/** Prefixes the error of a failed conversion with the step. */
export async function failingAs<T>(step: string, convert: () => Promise<T>): Promise<T> {
  try {
    return await convert();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw serverFault(`${step}: ${error.message}`);
  }
}
