/** The building blocks of rule tables: `rule`, and `must` for the values of fields. */
export * as must from "./must.js";
export * as rule from "./forms.js";
