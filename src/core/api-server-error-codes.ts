/** The errors of the embedded API server and of `tsop dev`: a part of the list in error-codes.ts. */
export const apiServerErrorCodes = {
  "apiserver/audit-policy-invalid": "The audit policy of the embedded API server is invalid.",
  "apiserver/data-file-invalid": "An API server cannot read its data file.",
  "apiserver/data-file-in-use": "Another API server uses the same data file.",
  "apiserver/port-unavailable": "The embedded API server cannot listen on its port.",
  "apiserver/gate-without-effect": "A feature gate has no effect on the embedded API server.",
  "apiserver/reachable": "The embedded API server listens on an address that other machines or containers may reach.",
  "dev/already-running": "`tsop dev` already runs in this project.",
} as const;
