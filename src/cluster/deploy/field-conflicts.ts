import { ApiError, isConflict } from "../../kube/api-error.js";

/** Field managers of intermediate changes. In the end `tsop` owns their fields, or no field manager does. */
export const interimManagers = { webhooks: "tsop-webhooks", conversion: "tsop-conversion" } as const;

/** Returns whether an apply failed because other field managers own fields. */
export function isFieldConflict(error: ApiError): boolean {
  return isConflict(error) && error.causes.some(({ reason }) => reason === "FieldManagerConflict");
}

/** Returns whether all conflicts are with fields that a killed command did not give up. */
export function isInterimConflict(error: unknown): boolean {
  const owners = Object.values(interimManagers).map((name) => `conflict with ${JSON.stringify(name)}`);
  const isInterim = (message: string): boolean => owners.some((each) => message.startsWith(each));
  return (
    error instanceof ApiError && isFieldConflict(error) && error.causes.every(({ message = "" }) => isInterim(message))
  );
}
