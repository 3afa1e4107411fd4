export { FakeClock, settle } from "../../src/testing/fake-clock.js";
