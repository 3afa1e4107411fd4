import { describeEnvironment } from "./environment-contract.js";

describeEnvironment("embedded");
