/** All functions that create rules. */
export * from "./conditions.js";
export * from "./fields.js";
export * from "./rule.js";
