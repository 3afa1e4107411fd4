/** Kustomizations that cannot be read, and files that they may not name. */
import { all, configMap, customResource, deployment, listed, overAll, service } from "../corpus/objects.js";
import { alone, refused, type RefusedCase, type RefusedCases } from "./refused-case.js";

export const files: RefusedCases = {
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
    "1.20 is not a string",
  ),
  "a label that is a boolean": refused(overAll("commonLabels: {a: yes}\n"), "render/invalid", "yes is not a string"),
  "a count that is a string": refused(
    overAll("replicas: [{name: web, count: '3'}]\n"),
    "render/invalid",
    "not an integer",
  ),
  "resources that are not a list": refused(
    alone("resources: web.yaml\n", all),
    "render/invalid",
    "resources is not a list",
  ),
  "another kind": refused(
    overAll("kind: Deployment\n"),
    "render/invalid",
    "Deployment is not a kind of kustomizations",
  ),
  "another version": refused(
    overAll("apiVersion: kustomize.config.k8s.io/v1\n"),
    "render/invalid",
    "is not the apiVersion",
  ),
  "a file that does not exist": refused(
    alone("resources: [depoyment.yaml]\n", all),
    "render/missing",
    "depoyment.yaml",
  ),
  "a patch file that does not exist": refused(overAll("patches: [{path: gone.yaml}]\n"), "render/missing", "gone.yaml"),
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
  "a folder that includes the kustomization": refused(
    {
      files: {
        "base/kustomization.yaml": "resources: [../overlay]\n",
        "overlay/kustomization.yaml": "resources: [../base]\n",
      },
    },
    "render/cycle",
    "which includes it",
  ),
  "the folder itself": refused(alone("resources: [.]\n"), "render/cycle", "."),
  "a folder by its whole path": refused(
    { files: { "base/kustomization.yaml": "namespace: a\n", "overlay/kustomization.yaml": "resources: [/base]\n" } },
    "render/outside",
    "absolute",
  ),
  "a URL": refused(alone("resources: [https://example.invalid/a.yaml]\n"), "render/unsupported", "does not download"),
  "a repository": refused(
    alone("resources: ['github.com/example/x?ref=v1']\n"),
    "render/unsupported",
    "does not download",
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
    "not a map",
  ),
  "text after a separator": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": `${configMap}--- x\n${service}` }),
    "yaml/invalid",
    "follows ---",
  ),
  "a key that is a number": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": configMap.replace("b: two", "1: two") }),
    "yaml/invalid",
    "the key 1 is not a string",
  ),
  "not a number": refused(
    alone("resources: [a.yaml]\n", { "a.yaml": customResource.replace("size: 3", "size: .nan") }),
    "render/invalid",
    "is not a valid JSON number",
  ),
  "the same object twice": refused(
    alone(listed("a.yaml", "b.yaml"), { "a.yaml": configMap, "b.yaml": configMap }),
    "render/duplicate",
    "ConfigMap settings (v1) exists twice",
  ),
  "two objects that meet in a namespace": refused(
    alone(`${listed("a.yaml", "b.yaml")}namespace: c\n`, {
      "a.yaml": configMap.replace("metadata:", "metadata:\n  namespace: a"),
      "b.yaml": configMap.replace("metadata:", "metadata:\n  namespace: b"),
    }),
    "render/duplicate",
    "the namespace c would contain ConfigMap c/settings (v1) twice",
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
    "is not a component",
  ),
};
