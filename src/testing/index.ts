/**
 * What the tests of an operator need.
 *
 * @module
 */
export { createMemoryClient, type MemoryClientOptions } from "./memory-client.js";
export { type LoggedLine, testContext, type TestContext } from "./test-context.js";
