/** `create api --image`: a kind whose operator runs an image. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createApi } from "../../../src/commands/create-api.js";
import { createApi as declared } from "../../../src/commands/declared/scaffold.js";
import { manifests } from "../../../src/commands/manifests.js";
import { deployImage } from "../../../src/commands/plugins/deploy-image/deploy-image.js";
import { deployImageFlags } from "../../../src/commands/plugins/deploy-image/flags.js";
import { loadTemplates } from "../../../src/scaffold/templates.js";
import type { CreateApiOptions } from "../../../src/commands/declared/scaffold.js";
import { readPlugins } from "../../../src/project/plugins.js";
import { compileTexts } from "../../support/compile-types.js";
import { refusal, run } from "../../support/create-api.js";
import { recordingContext } from "../../support/recording-context.js";
import { printProblems } from "../../support/refusal.js";
import { scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const project = await scaffold();
const kind = { group: "cache", version: "v1", kind: "Memcached" };
const image = "memcached:1.6.39-alpine";
const full = {
  ...{ ...kind, image, imageContainerPort: 11_211, runAsUser: 1001 },
  imageContainerCommand: 'memcached, --memory-limit=64,"quoted"',
};

test("the command declares the flags of the plugin", async () => {
  const { flags = {} } = deployImage(await loadTemplates());
  expect(Object.keys(flags)).toEqual(deployImageFlags);
  for (const name of deployImageFlags) expect(declared.input.flags).toHaveProperty(name);
});

test.each<[string, CreateApiOptions]>([
  ["an image alone", { ...kind, image }],
  ["all flags", full],
  ["the plugin named as in kubebuilder", { ...full, plugins: ["deploy-image/v1-alpha"] }],
  ["a kind with an irregular name", { ...full, kind: "Class", plural: "klasses", shortName: "kl" }],
  ["a controller with a name", { ...full, controllerName: "cache-runner" }],
])("%s: code that compiles, and manifests that need no update", async (_, options) => {
  const root = tempFolder(project);
  const { files } = await run(root, options);
  await manifests({}, recordingContext({ cwd: root }));
  const again = await manifests({ check: true }, recordingContext({ cwd: root }));
  expect(again.exitCode, again.text).toBe(0);
  const sample = Object.keys(files).find((name) => name.startsWith("config/samples/")) ?? "";
  expect(filesOf(root)[sample]).toBe(files[sample]);
  const sources = Object.entries(files).filter(([name]) => /^(?:api|controllers)\/|^main\.ts/.test(name));
  // Below this repository, so that the tests find vitest; a scaffold's tsconfig.json has no exactOptionalPropertyTypes.
  const below = new Map(sources.map(([name, text]) => [path.join(repository, "test/compiled", name), text]));
  expect(compileTexts(below, { exactOptionalPropertyTypes: false })).toEqual([]);
});

test("the operator's container and PROJECT name the image and its options", async () => {
  const { files } = await run(tempFolder(project), full);
  expect(files["config/manager/manager.yaml"]).toContain(
    `        env:\n        - name: MEMCACHED_IMAGE\n          value: "${image}"\n        ports:\n`,
  );
  const entry = { domain: "abc.com", group: "cache", kind: "Memcached", version: "v1" };
  const containerCommand = 'memcached,--memory-limit=64,"quoted"';
  expect(readPlugins(files["PROJECT"] ?? "").get("deploy-image")).toEqual({
    resources: [{ ...entry, options: { image, containerCommand, containerPort: "11211", runAsUser: "1001" } }],
  });
  expect(files["controllers/memcached_controller.ts"]).toContain(
    'command: ["memcached", "--memory-limit=64", "\\"quoted\\""],',
  );
});

test("a second kind is recorded beside the first, and a kind without an image is as ever", async () => {
  const root = tempFolder(project);
  await run(root, full);
  await run(root, { ...kind, kind: "Busybox", image: "busybox:1.37" });
  const { files } = await run(root, { ...kind, kind: "Plain" });
  const { resources } = readPlugins(files["PROJECT"] ?? "").get("deploy-image") as { resources: { kind: string }[] };
  expect(resources.map((each) => each.kind)).toEqual(["Memcached", "Busybox"]);
  expect(files["config/manager/manager.yaml"]?.match(/_IMAGE$/gm)).toHaveLength(2);
  expect(files["controllers/plain_controller.ts"]).toContain("YOUR LOGIC GOES HERE");
});

test("a variable of the user stays, and a missing container is the user's next step", async () => {
  const root = tempFolder(project);
  const manager = project["config/manager/manager.yaml"]?.replace(
    "        ports:\n",
    "        env:\n        - name: MEMCACHED_IMAGE\n          value: mine\n        ports:\n",
  );
  writeFiles(root, { "config/manager/manager.yaml": manager ?? "" });
  const { files } = await run(root, full);
  expect(files["config/manager/manager.yaml"]).toBe(manager);
  writeFiles(root, { "config/manager/manager.yaml": "kind: Deployment\n" });
  const { text } = await run(root, { ...kind, kind: "Busybox", image: "busybox:1.37" });
  expect(text).toContain("set the environment variable BUSYBOX_IMAGE of the operator's container to busybox:1.37");
});

test.each<[string, CreateApiOptions, string]>([
  ["no image", { ...kind, plugins: ["deploy-image"] }, "--image is missing"],
  ["a port without an image", { ...kind, port: 80 }, "--image is missing"],
  ["an image with a space", { ...kind, image: "a b" }, '--image "a b" is not a valid image name'],
  ["two ports", { ...full, port: 80 }, "--port and --image-container-port differ"],
  ["the port 0", { ...kind, image, port: 0 }, "0 is not the port of a container"],
  ["the user root", { ...kind, image, runAsUser: 0 }, "0 is not a user for a container"],
  ["no controller", { ...full, controller: false }, "an image needs a new kind with a controller"],
  ["a cluster-scoped kind", { ...full, namespaced: false }, "a cluster-scoped kind has no namespace"],
])("%s is refused, and nothing changes", async (_, options, expected) => {
  const problems = printProblems(await refusal(tempFolder(project), options));
  expect(problems).toContain(`plugin/refused: deploy-image: ${expected}`);
});

test("a second version, and a built-in kind, are refused", async () => {
  const root = tempFolder(project);
  await createApi(full, recordingContext({ cwd: root }));
  const second = await refusal(root, { ...full, version: "v2", controller: true, force: true });
  expect(printProblems(second)).toContain("an image needs a new kind with a controller");
  const builtIn = { group: "apps", version: "v1", kind: "Deployment", resource: false, image };
  expect(printProblems(await refusal(root, builtIn))).toContain("an image needs a new kind with a controller");
});
