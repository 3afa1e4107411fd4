export type { Present } from "./circle.js";
export * from "./circle.js";
export { Absent } from "./circle.js";
