/** All that tables of rules are written with: `rule`, and for the values of fields `must`. */
export * as must from "./must.js";
export * as rule from "./forms.js";
