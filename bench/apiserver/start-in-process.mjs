/**
 * Performs the first steps of a test: imports the built package, starts an environment, and checks whether the server
 * is ready.
 */
import { get } from "node:https";
import { TestEnvironment } from "../../dist/testing/index.js";

const environment = await TestEnvironment.start({ server: "embedded", crds: [] });
const { server, tls, auth } = environment.config;
const code = await new Promise((resolve, reject) => {
  const options = { ca: tls.ca.data, headers: { authorization: `Bearer ${auth.token}` }, agent: false };
  get(`${server}/readyz`, options, (response) => resolve(response.resume().statusCode)).once("error", reject);
});
process.stdout.write(`${code}\n`);
await environment.stop();
