export { circular } from "./shared.js";
