/** What a test does first: imports the package as built, starts an environment, asks the server whether it is ready. */
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
