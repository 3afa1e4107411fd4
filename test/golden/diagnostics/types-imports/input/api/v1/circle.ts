export * from "./shared.js";
export interface Present {
  x?: string;
}
