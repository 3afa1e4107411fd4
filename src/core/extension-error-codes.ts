/** The errors about extension API servers: a part of the list in error-codes.ts. */
export const extensionErrorCodes = {
  "extension/no-trust": "An extension API server cannot read which clients the main API server trusts.",
  "extension/no-sqlite":
    "The version of Node has no SQLite, in which a storage of an extension API server keeps its objects.",
  "extension/invalid-definition": "The definition of a kind that an extension API server serves is invalid.",
} as const;
