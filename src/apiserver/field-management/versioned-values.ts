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

/** The value in another version; undefined when that is not served. `step`: what a fault is said to have come of. */
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

/** What cannot be converted is said with the step that wanted it. */
export async function failingAs<T>(step: string, convert: () => Promise<T>): Promise<T> {
  try {
    return await convert();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw serverFault(`${step}: ${error.message}`);
  }
}
