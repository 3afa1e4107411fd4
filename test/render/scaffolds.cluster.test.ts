/** What tsop scaffolds, in all variants: kustomize makes the same of each folder of its `config`. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type {
  CreateApiOptions,
  CreateWebhookOptions,
  EditOptions,
  InitOptions,
} from "../../src/commands/declared/scaffold.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { assetsFolder } from "../support/control-plane.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const isThere = assetsFolder !== undefined;
const reason = isThere ? "" : " (needs KUBEBUILDER_ASSETS, a folder with kustomize)";

const bar: CreateApiOptions = { group: "foo", version: "v1", kind: "Bar" };

const allWebhooks: readonly CreateWebhookOptions[] = [
  { group: "foo", version: "v1", kind: "Bar", defaulting: true, programmaticValidation: true },
  { group: "foo", version: "v2", kind: "Bar", conversion: true, spoke: ["v1"] },
  { group: "core", version: "v1", kind: "Pod", programmaticValidation: true },
];

interface Variant {
  readonly options?: InitOptions;
  readonly apis: readonly CreateApiOptions[];
  readonly webhooks?: readonly CreateWebhookOptions[];
  readonly modes?: EditOptions;
}

const variants: Readonly<Record<string, Variant>> = {
  "no kind": { apis: [] },
  "one kind": { apis: [bar] },
  "a kind of the cluster": { apis: [{ ...bar, namespaced: false, shortName: "br" }] },
  "a kind without a controller": { apis: [{ ...bar, controller: false }] },
  "a controller of a kind that is there": {
    apis: [{ group: "apps", version: "v1", kind: "Deployment", resource: false }],
  },
  "several kinds, versions and groups": {
    options: { multigroup: true },
    apis: [
      bar,
      { ...bar, version: "v2" },
      { ...bar, kind: "Tenant", namespaced: false },
      { version: "v1", kind: "Baz" },
    ],
  },
  "an operator of named namespaces": { options: { namespaced: true }, apis: [bar] },
  webhooks: { apis: [bar, { ...bar, version: "v2" }], webhooks: allWebhooks },
  "webhooks with cert-manager, on every node": {
    apis: [bar, { ...bar, version: "v2" }],
    webhooks: allWebhooks,
    modes: { certManager: true, workload: "daemonset", networkPolicy: true },
  },
  "webhooks of an operator of named namespaces": {
    options: { namespaced: true, networkPolicy: true },
    apis: [bar],
    webhooks: [{ ...bar, defaulting: true }],
    modes: { metrics: false, replicas: "2" },
  },
};

describe.skipIf(!isThere)(`a scaffold${reason}`, () => {
  test.each(Object.entries(variants))(
    "%s renders as kustomize does",
    async (_, { options, apis, webhooks = [], modes }) => {
      const root = tempFolder();
      const context = recordingContext({ cwd: root });
      await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false, ...options }, context);
      for (const api of apis) await createApi(api, context);
      for (const webhook of webhooks) await createWebhook(webhook, context);
      if (modes !== undefined) await edit(modes, context);
      await manifests({}, context);
      const folders = readdirSync(path.join(root, "config"), { recursive: true, encoding: "utf8" })
        .map((folder) => path.join(root, "config", folder))
        .filter((folder) => existsSync(path.join(folder, "kustomization.yaml")));
      expect(folders).toContain(path.join(root, "config/default"));
      for (const folder of folders) {
        const { stdout } = await execa(path.join(assetsFolder ?? "", "kustomize"), ["build", folder], {
          stripFinalNewline: false,
        });
        expect(render(folder, diskFiles, root).yaml).toBe(stdout);
      }
    },
  );
});
