/** The end-to-end tests of the examples, run as their READMEs say: docker-build, docker-push, test:e2e. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { exampleFolder, exampleNames } from "../support/examples/example-folders.js";
import linkTsop from "../support/examples/link-tsop.js";
import { removeImages } from "../support/node/image.js";
import { describeNode, uniqueName } from "../support/node/node-cluster.js";
import { succeeded } from "../support/node/operator-project.js";
import { pushStandIns } from "../support/node/stand-ins.js";
import { run } from "../support/shell.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

describeNode.concurrent("an example in a cluster", (cluster) => {
  beforeAll(() => linkTsop());

  test.for(exampleNames.filter((name) => existsSync(path.join(exampleFolder(name), "test/e2e"))))(
    "%s",
    async (name) => {
      const cwd = exampleFolder(name);
      const image = `${cluster.registry}/example-${name}:${uniqueName("e2e")}`;
      const env = {
        IMG: image,
        KUBECONFIG: cluster.kubeconfig,
        PATH: [assetsFolder ?? "", process.env["PATH"] ?? ""].join(path.delimiter),
        TMPDIR: "/tmp", // kube-controller-manager deletes the data of hostPath volumes below this folder only
      };
      const tsop = async (...args: readonly string[]): Promise<string> =>
        succeeded(await run(process.execPath, [path.join(checkout, "bin/tsop.js"), ...args], { cwd, env }), args);
      // Looking for layers of earlier builds fails where another test removes its images meanwhile.
      await tsop("docker-build", "--base-image", cluster.baseImage, "--tls-verify=false", "--no-cache");
      await tsop("docker-push", "--tls-verify=false");
      await removeImages([image]);
      const context = (await cluster.kubectl(["config", "current-context"])).trim();
      // Confirm the cluster, as its author has done: the test itself asks no user.
      await tsop("deploy", "--yes", "--dry-run=server", "--context", context);
      const more = {
        E2E_CONTEXT: context,
        TSOP_REGISTRY: cluster.registry,
        TSOP_BASE_IMAGE: cluster.baseImage,
        ...(await pushStandIns(cluster, cwd)),
      };
      const { code, stdout, stderr } = await run("npm", ["run", "test:e2e"], { cwd, env: { ...env, ...more } });
      expect(code, stdout + stderr).toBe(0);
    },
  );
});
