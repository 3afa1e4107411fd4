/** What `tsop edit` refuses. */
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import type { EditOptions } from "../../src/commands/declared/scaffold.js";
import { editProject, refusal, run } from "../support/edit-project.js";
import { recordingContext } from "../support/recording-context.js";
import type { Files } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";

const project = await editProject();

describe("what cannot be", () => {
  test.each<[EditOptions, RegExp]>([
    [
      { workload: "statefulset" },
      /usage\/invalid-argument: unknown workload "statefulset": write deployment or daemonset/,
    ],
    [{ workload: "deamonset" }, /--workload daemonset/],
    [{ replicas: "two" }, /"two" is not a number of replicas/],
    [{ replicas: "0" }, /kubectl scale/],
    [{ replicas: "-1" }, /whole number from 1/],
    [{ replicas: "1.5" }, /whole number from 1/],
    [{ replicas: "99999999999" }, /whole number from 1/],
    [
      { workload: "daemonset", replicas: "2" },
      /modes\/contradiction: a DaemonSet has one pod on each node.*--workload deployment/,
    ],
    [{ metrics: false, prometheus: true }, /modes\/contradiction: Prometheus needs metrics.*--metrics --prometheus/],
  ])("%j is refused", async (options, message) => {
    expect(await refusal(tempFolder(project), options)).toMatch(message);
  });

  test("with existing settings is rejected, too", async () => {
    const root = tempFolder(project);
    await run(root, { replicas: "2", prometheus: true });
    expect(await refusal(root, { workload: "daemonset" })).toMatch(
      /cannot have 2 replicas.*--workload daemonset --replicas 1/,
    );
    expect(await refusal(root, { metrics: false })).toMatch(/--metrics=false --prometheus=false/);
    await run(root, { workload: "daemonset", replicas: "1" });
    expect(await refusal(root, { replicas: "2" })).toMatch(/--workload deployment/);
  });

  test("several groups without folders of their own", async () => {
    const root = tempFolder(project);
    await run(root, { multigroup: true });
    await createApi({ group: "ship", version: "v1", kind: "Frigate" }, recordingContext({ cwd: root }));
    expect(await refusal(root, { multigroup: false })).toMatch(/foo\.abc\.com, ship\.abc\.com/);
  });

  const text = (name: string) => project[`config/${name}`]!;
  test.each<[string, EditOptions, () => Files, RegExp | string]>([
    [
      "resources that are no list",
      { prometheus: true },
      () => ({ "config/default/kustomization.yaml": "resources: ../manager\n" }),
      /yaml\/invalid: resources must be a list/,
    ],
    [
      "broken YAML",
      { prometheus: true },
      () => ({ "config/default/kustomization.yaml": "resources: [\n" }),
      /yaml\/invalid/,
    ],
    [
      "metrics that are on elsewhere",
      { metrics: false },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace(
          "- --leader-elect",
          "- --leader-elect\n        - --metrics-bind-address=:8080",
        ),
      }),
      "modes/no-effect: metrics would still be on",
    ],
    [
      "no leader election",
      { replicas: "2" },
      () => ({ "config/manager/manager.yaml": text("manager/manager.yaml").replace("        - --leader-elect\n", "") }),
      /manager\.yaml modes\/no-effect: several pods would reconcile at the same time.*Add --leader-elect/,
    ],
    [
      "no leader election on any node",
      { workload: "daemonset" },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace("--leader-elect", "--leader-elect=false"),
      }),
      /several pods would reconcile/,
    ],
    [
      "edited namespaces",
      { namespaced: false },
      () => ({
        "config/manager/manager.yaml": text("manager/manager.yaml").replace(
          "        ports:",
          "        env:\n        - name: WATCH_NAMESPACE\n          value: a,b\n        ports:",
        ),
      }),
      /WATCH_NAMESPACE was edited: it names other namespaces/,
    ],
    [
      "an operator that is none",
      { namespaced: true },
      () => ({ "config/manager/manager.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: system}\n" }),
      /tsop finds no container called manager.*\nenv:\n- name: WATCH_NAMESPACE/,
    ],
    [
      "a binding of something else",
      { namespaced: true },
      () => ({
        "config/rbac/role_binding.yaml": `${text("rbac/role_binding.yaml")}---\n${text("rbac/role_binding.yaml")}`,
      }),
      /role_binding\.yaml modes\/changed-by-hand.*ClusterRoleBinding → RoleBinding/,
    ],
    [
      "sources with a mistake",
      { namespaced: true },
      () => ({
        "api/v1/bar_types.ts": project["api/v1/bar_types.ts"]!.replace("@minimum 0", "@minimun 0").replace(
          "BarSpec {",
          "BarSpec {\n  /** @minimun 1 */\n  wrong?: number;",
        ),
      }),
      /minimun/,
    ],
  ])("%s: it says so, and nothing is written", async (_, options, changes, message) => {
    expect(await refusal(tempFolder({ ...project, ...changes() }), options)).toMatch(message);
  });

  test("without a project there is nothing to edit", async () => {
    expect(await refusal(tempFolder(), { metrics: false })).toMatch(/project\/not-found/);
  });

  test("without config/default there is nothing to read", async () => {
    const root = tempFolder(project);
    rmSync(path.join(root, "config/default/kustomization.yaml"));
    expect(await refusal(root, { metrics: false })).toContain(
      "modes/changed-by-hand: config/default/kustomization.yaml does not exist",
    );
  });
});
