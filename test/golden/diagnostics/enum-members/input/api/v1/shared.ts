export { circular } from "./other.js";
export enum Phase {
  Ready = "ready",
  Number = 3,
  Computed = "a".length,
}
