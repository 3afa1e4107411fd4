/** The errors about extension API servers: a part of the list in error-codes.ts. */
export const extensionErrorCodes = {
  "extension/no-trust": "An extension API server cannot read which clients the main API server trusts.",
  "extension/no-sqlite":
    "An extension API server stores objects with `sqliteStorage`, and its version of Node has no SQLite.",
  "extension/invalid-definition": "The definition of a kind that an extension API server serves is invalid.",
} as const;
