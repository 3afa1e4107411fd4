import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { createProviderSession } from "../../src/kube/cloud-provider.js";
import { createTransport } from "../../src/kube/transport.js";
import { answer, startScriptedServer } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

const hour = 3_600_000;
const inAnHour = new Date(Date.now() + hour).toISOString();
const anHourAgo = new Date(Date.now() - hour).toISOString();
const provider = (config: Record<string, string>, name: "gcp" | "azure" = "gcp") =>
  ({ where: `config: user "jane": auth-provider ${name}`, name, config }) as const;

test.each(["gcp", "azure"] as const)("the token of %s is shown to the API server", async (name) => {
  const api = await startScriptedServer((_, response) => answer(response, 200, {}));
  const auth = { kind: "provider", ...provider({ "access-token": "t", expiry: inAnHour }, name) } as const;
  const transport = createTransport({ ...api.config, auth }, { env: {} });
  onTestFinished(() => transport.close());
  await transport.request({ method: "GET", path: "/" });
  expect(api.received[0]?.headers.authorization).toBe("Bearer t");
});

test("a program is asked when the token has expired, and not again before the next one has", async () => {
  const folder = tempFolder({
    "login.cjs": `const fs = require("node:fs"); fs.appendFileSync(__dirname + "/calls", "x");
      console.log(JSON.stringify({ credential: { access_token: "new", token_expiry: ${JSON.stringify(inAnHour)} } }));`,
  });
  const session = createProviderSession(
    provider({
      "access-token": "old",
      expiry: anHourAgo,
      "cmd-path": process.execPath,
      "cmd-args": path.join(folder, "login.cjs"),
      "token-key": "{.credential.access_token}",
      "expiry-key": "{.credential.token_expiry}",
    }),
    () => 1_000,
  );
  expect(await session.token()).toEqual({ token: "new", expiresAt: 61_000 });
  await session.token();
  expect(readFileSync(path.join(folder, "calls"), "utf8")).toBe("x");
});

test("a token that cannot be had says why", async () => {
  const session = createProviderSession(provider({ "access-token": "old", expiry: anHourAgo }), () => 0);
  await expect(session.token()).rejects.toMatchObject({
    code: "cluster/credentials-failed",
    message: 'config: user "jane": auth-provider gcp: Token is expired!',
    hint: expect.stringContaining("gke-gcloud-auth-plugin") as string,
  });
});

test("a package that is missing is named, with what to type", async () => {
  const nobodyHas: string = "@kubernetes/client-node-that-nobody-has";
  const missing = (): Promise<unknown> => import(nobodyHas);
  await expect(createProviderSession(provider({}), () => 0, missing).token()).rejects.toMatchObject({
    code: "cluster/credentials-failed",
    message: expect.stringContaining("needs the package @kubernetes/client-node") as string,
    hint: expect.stringContaining("npm install --save-dev @kubernetes/client-node@1") as string,
  });
});

test("no bundle of an operator has the package in it", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/index.ts"],
    bundle: true,
    splitting: true,
    outdir: "nowhere",
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain("src/kube/cloud-provider.ts");
  expect(inputs.filter((input) => input.includes("@kubernetes"))).toEqual([]);
});
