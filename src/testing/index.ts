/**
 * What the tests of an operator need.
 *
 * @module
 */
export { type MemoryIndex, memoryIndex } from "./in-memory/indexes.js";
export { createMemoryClient, type MemoryClientOptions } from "./memory-client.js";
export { type LoggedLine, testContext, type TestContext } from "./test-context.js";
