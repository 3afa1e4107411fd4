/** The compiler of tsop itself: a second one would double the time of loading, and its nodes would be strange to tsop. */
export { compiler as ts } from "../../src/source/compiler.js";
