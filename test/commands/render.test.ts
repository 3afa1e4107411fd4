import { describe, expect, test } from "vitest";
import { render } from "../../src/commands/render.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const object = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

describe("tsop render", () => {
  test("prints the objects of config/default, as YAML and as JSON", async () => {
    const cwd = tempFolder({
      "config/default/kustomization.yaml": "namePrefix: x-\nresources: [a.yaml]\n",
      "config/default/a.yaml": object,
    });
    const result = await render({}, recordingContext({ cwd }));
    expect(result.text).toBe(object.replace("name: a", "name: x-a").trimEnd());
    expect(result.json).toEqual({ objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x-a" } }] });
  });

  test("takes another folder, and says which file is wrong", async () => {
    const cwd = tempFolder({ "my/kustomization.yaml": "namespace: x\nresources: [b.yaml]\n", "my/a.yaml": object });
    const refusal = render({ dir: "my" }, recordingContext({ cwd }));
    await expect(refusal).rejects.toMatchObject({ code: "render/missing", at: { file: "my/kustomization.yaml" } });
  });

  test("refuses a folder that is not there", async () => {
    const refusal = render({ dir: "nothing" }, recordingContext({ cwd: tempFolder() }));
    await expect(refusal).rejects.toMatchObject({ code: "render/no-kustomization" });
  });

  test("lets a kustomize render that is named", async () => {
    const onExec = () => ({ exitCode: 0, terminatedBy: undefined, stdout: object, stderr: "" });
    const context = recordingContext({ cwd: tempFolder(), onExec });
    const result = await render({ dir: "my", kustomize: "/bin/kustomize" }, context);
    expect(result.json).toMatchObject({ objects: [{ kind: "ConfigMap" }] });
    expect(context.recording.executed).toMatchObject([
      { file: "/bin/kustomize", args: ["build", `${context.cwd}/my`] },
    ]);
  });

  test("passes on what that kustomize says when it fails", async () => {
    const onExec = () => ({ exitCode: 1, terminatedBy: undefined, stdout: "", stderr: "Error: no way\n" });
    const refusal = render({ kustomize: "kustomize" }, recordingContext({ cwd: tempFolder(), onExec }));
    await expect(refusal).rejects.toMatchObject({ code: "render/kustomize-failed", hint: "Error: no way" });
  });
});
