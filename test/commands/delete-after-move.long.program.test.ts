/** `delete` after `edit --multigroup`, which moves files and keeps the names in them. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "../support/recording-context.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

test.each([true, false])(
  "there and back, the project has the bytes of before (first: multigroup %s)",
  async (multigroup) => {
    const context = recordingContext({ cwd: tempFolder(await scaffold({ isGenerated: true })) });
    if (!multigroup) await edit({ multigroup: true }, context);
    const before = filesOf(context.cwd);
    await createApi(bar, context);
    await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
    await manifests({}, context);
    await edit({ multigroup }, context);
    await deleteApi({ group: "foo", kind: "Bar" }, context);
    await edit({ multigroup: !multigroup }, context);
    expect(filesOf(context.cwd)).toEqual(before);
  },
);

test("an edited file is still an edited file", async () => {
  const context = recordingContext({ cwd: tempFolder(await scaffold({ apis: [bar], isGenerated: true })) });
  await edit({ multigroup: true }, context);
  const file = "controllers/foo/bar_controller.ts";
  writeFileSync(path.join(context.cwd, file), `${filesOf(context.cwd)[file] ?? ""}// mine\n`);
  await expect(deleteApi({ group: "foo", kind: "Bar" }, context)).rejects.toMatchObject({
    diagnostics: [{ code: "delete/edited", at: { file } }],
  });
});
