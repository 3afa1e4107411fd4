/** The smallest project with a kind, as files of a folder. */
export const project = `version: "3"
layout:
- typescript.tsop.dev/v1
domain: abc.com
projectName: demo
resources:
- api:
    crdVersion: v1
    namespaced: true
  controller: true
  domain: abc.com
  group: foo
  kind: Bar
  path: api/v1
  version: v1
`;

export const types = `import { type CustomResource, defineKind, type Int32 } from "tsop";

/** Bar is what this is about. */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: {
    /** @minimum 1 */
    replicas?: Int32;
  };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;

export const barProject: Readonly<Record<string, string>> = { PROJECT: project, "api/v1/bar_types.ts": types };
