/** All that tables of rules are written with, but for the checks of values (`must.ts`); to be imported as `rule`. */
export * from "./conditions.js";
export * from "./fields.js";
export * from "./rule.js";
