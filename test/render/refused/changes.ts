/** Changes that cannot be made to the objects. */
import { configMap, deployment, listed, overAll, service } from "../corpus/objects.js";
import { alone, patch, refused, type RefusedCases } from "./refused-case.js";

export const changes: RefusedCases = {
  "a patch without an object": refused(
    patch("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: wep}"),
    "render/no-target",
    "Deployment wep",
  ),
  "a JSON patch without a target": refused(
    patch("- {op: remove, path: /spec}"),
    "render/no-target",
    "is a JSON patch without a target",
  ),
  "a patch that is a string": refused(patch("just a text"), "render/not-an-object", "not a map"),
  "a patch with a path and a text": refused(
    overAll("patches: [{path: p.yaml, patch: '[]'}]\n", { "p.yaml": "[]" }),
    "render/invalid",
    "both `path` and `patch`",
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
    "contains 2 patches",
  ),
  "a JSON patch in brackets that is YAML": refused(
    overAll(`patches:\n- target: {kind: Bar}\n  patch: "[{op: remove, path: /spec/size}]"\n`),
    "render/invalid",
    "a patch is not a patch",
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
    "is not a pattern",
  ),
  "replicas of a missing object": refused(overAll("replicas: [{name: wep, count: 1}]\n"), "render/no-target", "wep"),
  "a replacement without a source": refused(
    overAll("replacements: [{targets: [{select: {kind: Bar}}]}]\n"),
    "render/invalid",
    "has no source",
  ),
  "a replacement with a missing source": refused(
    overAll("replacements: [{source: {kind: Secret, name: s}, targets: [{select: {kind: Bar}}]}]\n"),
    "render/no-target",
    "Secret s",
  ),
  "a replacement from two": refused(
    overAll("replacements: [{source: {name: web}, targets: [{select: {kind: Bar}}]}]\n"),
    "render/ambiguous",
    "more than one",
  ),
  "a replacement of a missing field": refused(
    overAll("replacements: [{source: {kind: Bar}, targets: [{select: {kind: Service}, fieldPaths: [spec.none]}]}]\n"),
    "render/no-target",
    "spec.none",
  ),
  "a replacement with a missing source field": refused(
    overAll("replacements: [{source: {kind: Bar, fieldPath: spec.none}, targets: [{select: {kind: Service}}]}]\n"),
    "render/no-target",
    "spec.none",
  ),
  "a missing part": refused(
    overAll(
      "replacements: [{source: {kind: Bar, options: {delimiter: '-', index: 4}}, targets: [{select: {kind: Service}}]}]\n",
    ),
    "render/invalid",
    "no part 4",
  ),
  "a string for a number": refused(
    overAll("replacements: [{source: {kind: Service}, targets: [{select: {kind: Bar}, fieldPaths: [spec.size]}]}]\n"),
    "render/invalid",
    "cannot replace a value of the type integer",
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
    "the key x exists twice",
  ),
  "a generator without a name": refused(
    overAll("configMapGenerator: [{literals: [x=1]}]\n"),
    "render/invalid",
    "no name",
  ),
  "a generated object that already exists": refused(
    overAll("configMapGenerator: [{name: settings, literals: [x=1]}]\n"),
    "render/duplicate",
    "the generated ConfigMap settings (v1) already exists",
  ),
  "a merge into a missing object": refused(
    overAll("configMapGenerator: [{name: a, behavior: merge, literals: [x=1]}]\n"),
    "render/no-target",
    "cannot merge it",
  ),
  "an unknown order": refused(overAll("sortOptions: {order: random}\n"), "render/invalid", "random"),
  "a contradiction of field specs": refused(
    overAll("configurations: [f.yaml]\nnamespace: x\n", { "f.yaml": "commonLabels: [{path: metadata/labels}]\n" }),
    "render/invalid",
    "contradict",
  ),
  "an undefined alias": refused(
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
