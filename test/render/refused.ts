/** What is refused: with which code, and a part of the message. */
import type { ErrorCode } from "../../src/core/error-codes.js";
import {
  all,
  configMap,
  customResource,
  deployment,
  listed,
  overAll,
  type RenderCase,
  service,
} from "./corpus/objects.js";

export interface RefusedCase extends RenderCase {
  readonly code: ErrorCode;
  readonly says: string;
  /** Kustomize does it; or does not mind. */
  readonly isKustomizes?: true;
}

function refused(
  { files }: RenderCase,
  code: ErrorCode,
  says: string,
  more: { readonly isKustomizes?: true } = {},
): RefusedCase {
  return { files, code, says, ...more };
}

const alone = (text: string, files: Readonly<Record<string, string>> = {}): RenderCase => ({
  files: { "kustomization.yaml": text, ...files },
});

const patch = (text: string): RenderCase => overAll(`patches:\n- patch: |-\n${text.replace(/^/gm, "    ")}\n`);

export const refusedCases: Readonly<Record<string, RefusedCase>> = {
  "no kustomization": refused(
    { files: { "web.yaml": deployment } },
    "render/no-kustomization",
    "there is no kustomization.yaml",
  ),
  "two kustomizations": refused(
    { files: { "kustomization.yaml": "namespace: a\n", "kustomization.yml": "namespace: a\n" } },
    "render/no-kustomization",
    "more than one",
  ),
  "an empty kustomization": refused(alone("# nothing\n"), "render/invalid", "empty"),
  "a kustomization without content": refused(alone("kind: Kustomization\nnamespace: ''\n"), "render/invalid", "empty"),
  "broken YAML": refused(alone("resources: [\n"), "yaml/invalid", "not valid YAML"),
  "a key twice": refused(alone("namespace: a\nnamespace: b\n"), "yaml/invalid", "unique", { isKustomizes: true }),
  "an unknown field": refused(overAll("namePrefx: a-\n"), "render/invalid", "namePrefx is an unknown field"),
  "an unknown field further in": refused(
    overAll("images:\n- name: a\n  newtags: b\n"),
    "render/invalid",
    "newtags is an unknown",
  ),
  "a tag that is a number": refused(
    overAll("images:\n- name: a\n  newTag: 1.20\n"),
    "render/invalid",
    "1.20 is not a text",
  ),
  "a label that is a boolean": refused(overAll("commonLabels: {a: yes}\n"), "render/invalid", "yes is not a text"),
  "a count that is a text": refused(
    overAll("replicas: [{name: web, count: '3'}]\n"),
    "render/invalid",
    "not a whole number",
  ),
  "resources that are no list": refused(
    alone("resources: web.yaml\n", all),
    "render/invalid",
    "resources is not a list",
  ),
  "another kind": refused(overAll("kind: Deployment\n"), "render/invalid", "Deployment is not the kind"),
  "another version": refused(
    overAll("apiVersion: kustomize.config.k8s.io/v1\n"),
    "render/invalid",
    "is not the apiVersion",
  ),
  "a file that is not there": refused(alone("resources: [depoyment.yaml]\n", all), "render/missing", "depoyment.yaml"),
  "a patch file that is not there": refused(overAll("patches: [{path: gone.yaml}]\n"), "render/missing", "gone.yaml"),
  "a folder for a file": refused(
    overAll("configMapGenerator: [{name: a, files: [dir]}]\n", { "dir/x": "" }),
    "render/missing",
    "dir is a folder",
  ),
  "a file above": refused(
    { files: { "x.yaml": configMap, "overlay/kustomization.yaml": "resources: [../x.yaml]\n" } },
    "render/outside",
    "../x.yaml is not in or below",
  ),
  "a folder that leads back": refused(
    {
      files: {
        "base/kustomization.yaml": "resources: [../overlay]\n",
        "overlay/kustomization.yaml": "resources: [../base]\n",
      },
    },
    "render/cycle",
    "leads to it",
  ),
  "the folder itself": refused(alone("resources: [.]\n"), "render/cycle", "."),
  "a folder by its whole path": refused(
    { files: { "base/kustomization.yaml": "namespace: a\n", "overlay/kustomization.yaml": "resources: [/base]\n" } },
    "render/outside",
    "absolute",
  ),
  "a URL": refused(alone("resources: [https://example.invalid/a.yaml]\n"), "render/unsupported", "does not fetch"),
  "a repository": refused(
    alone("resources: ['github.com/example/x?ref=v1']\n"),
    "render/unsupported",
    "does not fetch",
  ),
  ...Object.fromEntries(
    [
      "vars: [{name: A, objref: {kind: Service, name: web, apiVersion: v1}}]",
      "crds: [custom.yaml]",
      "openapi: {version: v1.21.2}",
      "generators: [custom.yaml]",
      "transformers: [custom.yaml]",
      "validators: [custom.yaml]",
      "helmCharts: [{name: x}]",
      "helmGlobals: {chartHome: x}",
      "helmChartInflationGenerator: [{chartName: x}]",
      "buildMetadata: [managedByLabel]",
    ].map((line): [string, RefusedCase] => {
      const [field = ""] = line.split(":");
      return [`the field ${field}`, refused(overAll(`${line}\n`), "render/unsupported", field, { isKustomizes: true })];
    }),
  ),
  "an object without a kind": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": "apiVersion: v1\nmetadata: {name: a}\n" }),
    "render/not-an-object",
    "has no kind",
  ),
  "an object without a name": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": "apiVersion: v1\nkind: ConfigMap\n" }),
    "render/not-an-object",
    "no metadata.name",
  ),
  "a file that is a list": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": "- a\n" }),
    "render/not-an-object",
    "no map",
  ),
  "text behind a separator": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": `${configMap}--- x\n${service}` }),
    "yaml/invalid",
    "stands behind ---",
  ),
  "a key that is a number": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": configMap.replace("b: two", "1: two") }),
    "yaml/invalid",
    "the key 1 is no text",
  ),
  "not a number": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": customResource.replace("size: 3", "size: .nan") }),
    "render/invalid",
    "no number",
  ),
  "the same object twice": refused(
    alone(listed("a.yaml", "b.yaml"), { "a.yaml": configMap, "b.yaml": configMap }),
    "render/duplicate",
    "ConfigMap settings (v1) is there twice",
  ),
  "two objects that meet in a namespace": refused(
    alone(`${listed("a.yaml", "b.yaml")}namespace: c\n`, {
      "a.yaml": configMap.replace("metadata:", "metadata:\n  namespace: a"),
      "b.yaml": configMap.replace("metadata:", "metadata:\n  namespace: b"),
    }),
    "render/duplicate",
    "two of ConfigMap c/settings",
  ),
  "a component among the resources": refused(
    {
      files: {
        "c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamespace: x\n",
        "overlay/kustomization.yaml": "resources: [../c]\n",
      },
    },
    "render/invalid",
    "is a component",
  ),
  "a kustomization among the components": refused(
    { files: { "c/kustomization.yaml": "namespace: x\n", "overlay/kustomization.yaml": "components: [../c]\n" } },
    "render/invalid",
    "is no component",
  ),
  "a patch without an object": refused(
    patch("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: wep}"),
    "render/no-target",
    "Deployment wep",
  ),
  "a JSON patch without a target": refused(
    patch("- {op: remove, path: /spec}"),
    "render/no-target",
    "does not say what it is for",
  ),
  "a patch that is neither": refused(patch("just a text"), "render/not-an-object", "no map"),
  "a patch with a path and a text": refused(
    overAll("patches: [{path: p.yaml, patch: '[]'}]\n", { "p.yaml": "[]" }),
    "render/invalid",
    "both a path and a text",
  ),
  "a patch with neither": refused(overAll("patches: [{target: {kind: Bar}}]\n"), "render/invalid", "empty"),
  "an unknown directive": refused(
    patch("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {$patch: remove}"),
    "render/invalid",
    "$patch: remove",
  ),
  "a patch of another shape": refused(
    patch("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: a}"),
    "render/invalid",
    "spec.selector",
  ),
  "two patches for one target": refused(
    overAll(`patches: [{path: p.yaml, target: {kind: Deployment}}]\n`, { "p.yaml": `${deployment}---\n${service}` }),
    "render/ambiguous",
    "holds 2 patches",
  ),
  "a JSON patch that does not apply": refused(
    overAll("patches:\n- target: {kind: Bar}\n  patch: |-\n    - {op: remove, path: /spec/nothing}\n"),
    "render/invalid",
    "operation 1",
  ),
  "a failing test of a JSON patch": refused(
    overAll("patches:\n- target: {kind: Bar}\n  patch: |-\n    - {op: test, path: /spec/size, value: 4}\n"),
    "render/invalid",
    "test failed",
  ),
  "a broken pattern": refused(
    overAll("patches:\n- target: {name: '('}\n  patch: |-\n    - {op: remove, path: /spec}\n"),
    "render/invalid",
    "no pattern",
  ),
  "replicas of nothing": refused(overAll("replicas: [{name: nobody, count: 1}]\n"), "render/no-target", "nobody"),
  "a replacement without a source": refused(
    overAll("replacements: [{targets: [{select: {kind: Bar}}]}]\n"),
    "render/invalid",
    "has no source",
  ),
  "a replacement from nowhere": refused(
    overAll("replacements: [{source: {kind: Secret, name: s}, targets: [{select: {kind: Bar}}]}]\n"),
    "render/no-target",
    "Secret s",
  ),
  "a replacement from two": refused(
    overAll("replacements: [{source: {name: web}, targets: [{select: {kind: Bar}}]}]\n"),
    "render/ambiguous",
    "more than one",
  ),
  "a replacement of a field that is not there": refused(
    overAll("replacements: [{source: {kind: Bar}, targets: [{select: {kind: Service}, fieldPaths: [spec.none]}]}]\n"),
    "render/no-target",
    "spec.none",
  ),
  "a replacement by a missing field": refused(
    overAll("replacements: [{source: {kind: Bar, fieldPath: spec.none}, targets: [{select: {kind: Service}}]}]\n"),
    "render/no-target",
    "spec.none",
  ),
  "a part that is not there": refused(
    overAll(
      "replacements: [{source: {kind: Bar, options: {delimiter: '-', index: 4}}, targets: [{select: {kind: Service}}]}]\n",
    ),
    "render/invalid",
    "no part 4",
  ),
  "a text for a number": refused(
    overAll("replacements: [{source: {kind: Service}, targets: [{select: {kind: Bar}, fieldPaths: [spec.size]}]}]\n"),
    "render/invalid",
    "stands where there was a whole number",
  ),
  "a replacement with an encoding": refused(
    overAll(
      "replacements: [{source: {kind: Bar, options: {encoding: base64}}, targets: [{select: {kind: Service}}]}]\n",
    ),
    "render/unsupported",
    "encoding",
    { isKustomizes: true },
  ),
  "a replacement inside YAML": refused(
    overAll("replacements: [{source: {kind: Bar}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.b.x]}]}]\n", {
      "config.yaml": configMap.replace("two", '"x: 1"'),
    }),
    "render/unsupported",
    "YAML",
    { isKustomizes: true },
  ),
  "a literal without a key": refused(
    overAll("configMapGenerator: [{name: a, literals: [x]}]\n"),
    "render/invalid",
    "no key",
  ),
  "a key generated twice": refused(
    overAll("configMapGenerator: [{name: a, literals: [x=1, x=2]}]\n"),
    "render/invalid",
    "the key x twice",
  ),
  "a generator without a name": refused(
    overAll("configMapGenerator: [{literals: [x=1]}]\n"),
    "render/invalid",
    "no name",
  ),
  "a generated object that is there": refused(
    overAll("configMapGenerator: [{name: settings, literals: [x=1]}]\n"),
    "render/duplicate",
    "is generated, and it is there already",
  ),
  "a merge into nothing": refused(
    overAll("configMapGenerator: [{name: a, behavior: merge, literals: [x=1]}]\n"),
    "render/no-target",
    "to merge",
  ),
  "an unknown order": refused(overAll("sortOptions: {order: random}\n"), "render/invalid", "random"),
  "a contradiction of field specs": refused(
    overAll("configurations: [f.yaml]\nnamespace: x\n", { "f.yaml": "commonLabels: [{path: metadata/labels}]\n" }),
    "render/invalid",
    "contradict",
  ),
  "an alias to nothing": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: *x\n" }),
    "yaml/invalid",
    "&x",
  ),
  "a name that two objects had": refused(
    alone(`${listed("a.yaml")}namePrefix: p-\n`, {
      "a.yaml": `apiVersion: v1
kind: ServiceAccount
metadata: {name: runner, namespace: a}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: runner, namespace: b}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
subjects: [{kind: ServiceAccount, name: runner}]
`,
    }),
    "render/ambiguous",
    'names "runner"',
  ),
};
