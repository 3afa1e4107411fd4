/** Commands that need a project and a cluster say first that there is no project. */
import path from "node:path";
import { expect, test } from "vitest";
import { deploy } from "../../src/commands/deploy.js";
import { installCrds } from "../../src/commands/install-crds.js";
import { migrateStorage } from "../../src/commands/migrate-storage.js";
import { start } from "../../src/commands/start.js";
import { undeploy } from "../../src/commands/undeploy.js";
import { uninstallCrds } from "../../src/commands/uninstall-crds.js";
import { project } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const commands = { deploy, installCrds, migrateStorage, start, undeploy, uninstallCrds } as const;

test.each(Object.entries(commands))(
  "%s outside of a project, with a kubeconfig that leads nowhere",
  async (_, command) => {
    const context = recordingContext({ cwd: tempFolder(), env: { KUBECONFIG: "/nonexistent/kubeconfig" } });
    // None of them looks at its own options before.
    const run = command as (options: object, given: typeof context) => Promise<unknown>;
    await expect(run({ args: [], crds: [] }, context)).rejects.toMatchObject({
      code: "project/not-found",
      message: `there is no PROJECT file in ${context.cwd}`,
      hint: expect.stringContaining("Run `tsop init --domain example.com` to create a project here") as string,
    });
  },
);

test("start in a folder of a project says where the project is", async () => {
  const root = tempFolder({ PROJECT: project, "controllers/bar.ts": "" });
  const context = recordingContext({
    cwd: path.join(root, "controllers"),
    env: { KUBECONFIG: "/nonexistent/kubeconfig" },
  });
  await expect(start({ args: [] }, context)).rejects.toMatchObject({
    code: "project/not-found",
    message: `there is no PROJECT file in ${context.cwd}`,
    hint: `There is one in ${root}: run the command there, or pass the folder: tsop -C ".." …`,
  });
});
