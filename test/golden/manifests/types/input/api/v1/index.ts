export * from "./shared.js";
export { type Port as PortNumber } from "./shared.js";
