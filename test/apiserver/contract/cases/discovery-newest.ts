/** What only the newest version serves. */
export { cases } from "./discovery.js";

export const version = "1.37";
