/** The forms of rules. */
export * from "./conditions.js";
export * from "./fields.js";
export * from "./rule.js";
