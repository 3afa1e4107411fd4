import { describe, expect, test } from "vitest";
import { descriptorsOf } from "../../../src/olm/generate/descriptors.js";
import { ownedKinds } from "../../../src/olm/generate/owned-kinds.js";
import type { KindModel } from "../../../src/model/model.js";
import { readSources } from "../../../src/source/load.js";
import { simpleCrd } from "../../support/crds.js";
import { tempFolder } from "../../support/temp-folder.js";

const console = "urn:alm:descriptor:com.tectonic.ui:";

function read(spec: string, more = "", tags = ""): { kind: KindModel; problems: string[] } {
  const text = `import { type Condition, type CustomResource, defineKind, type Int32, type Quantity } from "tsop";
import type { ResourceRequirements, SecretKeySelector } from "tsop/k8s/core/v1";
/**
 * Bar is a bar.
 * ${tags}
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { ${spec} };
  status?: { ready?: boolean; phase?: string; conditions?: Condition[] };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
${more}`;
  const { model, diagnostics } = readSources({ root: tempFolder({ "api/v1/bar_types.ts": text }) });
  const [kind] = model.kinds;
  if (kind === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return { kind, problems: diagnostics.map(({ message }) => message) };
}

const fieldsOf = (spec: string, more?: string) =>
  Object.fromEntries(
    descriptorsOf(read(spec, more).kind, "spec").map(({ path, ...rest }) => [path, rest["x-descriptors"] ?? []]),
  );

describe("the descriptors of fields", () => {
  test.each<[string, string, readonly string[]]>([
    ["replicas: Int32", "replicas", [`${console}podCount`]],
    ["maxReplicas?: Int32", "maxReplicas", [`${console}podCount`]],
    ["size: Int32", "size", [`${console}number`]],
    ["enabled: boolean", "enabled", [`${console}booleanSwitch`]],
    ["text: string", "text", [`${console}text`]],
    ["memory: Quantity", "memory", [`${console}text`]],
    ['plan: "small" | "large"', "plan", [`${console}select:small`, `${console}select:large`]],
    ['imagePullPolicy: "Always" | "Never" | "IfNotPresent"', "imagePullPolicy", [`${console}imagePullPolicy`]],
    ["resources: ResourceRequirements", "resources", [`${console}resourceRequirements`]],
    ["secretName: string", "secretName", ["urn:alm:descriptor:io.kubernetes:Secret"]],
    ["tlsSecret: string", "tlsSecret", ["urn:alm:descriptor:io.kubernetes:Secret"]],
    ["serviceAccountName: string", "serviceAccountName", ["urn:alm:descriptor:io.kubernetes:ServiceAccount"]],
    ["storageClassName: string", "storageClassName", ["urn:alm:descriptor:io.kubernetes:StorageClass"]],
    ["serviceName: string", "serviceName", ["urn:alm:descriptor:io.kubernetes:Service"]],
    ["nameService: string", "nameService", [`${console}text`]],
    ["passwordSecret: SecretKeySelector", "passwordSecret.name", ["urn:alm:descriptor:io.kubernetes:Secret"]],
    ["labels: Record<string, string>", "labels", []],
  ])("%s", (spec, path, expected) => {
    expect(fieldsOf(spec)[path]).toEqual(expected);
  });

  test("follow objects, lists and unions, and stop at types of Kubernetes", () => {
    const more = `interface Host { name: string; ports: { port: Int32 }[] }
type Storage = { type: "disk"; size: Quantity } | { type: "none" };`;
    expect(Object.keys(fieldsOf("hosts: Host[]; storage: Storage; resources: ResourceRequirements", more))).toEqual([
      ...["hosts", "resources", "storage"],
      ...["hosts[0].name", "hosts[0].ports", "storage.size", "storage.type"],
      "hosts[0].ports[0].port",
    ]);
  });

  test("have the names and comments of the fields, and the arguments of the tags", () => {
    const spec = `
    /** The plan. */
    plan: string;
    /**
     * The size of the disk.
     * @csv displayName="Disk size" order=2
     */
    diskSizeGB?: Int32;
    /**
     * +operator-sdk:csv:customresourcedefinitions:type=spec,displayName="Members",xDescriptors={"urn:a","urn:b"},order=1
     * +operator-sdk:csv:customresourcedefinitions:type=status,displayName="Ignored"
     */
    members?: Int32;
    /** @ignore */
    hidden?: string;`;
    const { kind, problems } = read(spec);
    expect(problems).toEqual([]);
    expect(descriptorsOf(kind, "spec")).toEqual([
      { path: "members", displayName: "Members", "x-descriptors": ["urn:a", "urn:b"] },
      {
        path: "diskSizeGB",
        displayName: "Disk size",
        description: "The size of the disk.",
        "x-descriptors": [`${console}number`],
      },
      { path: "plan", displayName: "Plan", description: "The plan.", "x-descriptors": [`${console}text`] },
    ]);
  });

  test("of a status do not describe each field of a condition", () => {
    expect(descriptorsOf(read("a?: string").kind, "status").map((each) => [each.path, each["x-descriptors"]])).toEqual([
      ["conditions", ["urn:alm:descriptor:io.kubernetes.conditions"]],
      ["phase", ["urn:alm:descriptor:io.kubernetes.phase"]],
      ["ready", [`${console}text`]],
    ]);
  });
});

describe("an owned kind", () => {
  const crd = simpleCrd("foo.abc.com", "bars", "Bar");
  const wiring = { controllers: [], links: [], unresolved: [] };
  const owned = (tags: string) =>
    ownedKinds({ crds: [crd as never], served: [], kinds: [read("a?: string", "", tags).kind], wiring });

  test("has the resources of its tag", () => {
    expect(owned('@csv displayName="The Bar" resources={{Pod,v1,""},{Service,v1,web}}')[0]).toMatchObject({
      displayName: "The Bar",
      description: "Bar is a bar.",
      resources: [
        { kind: "Pod", version: "v1", name: "" },
        { kind: "Service", version: "v1", name: "web" },
      ],
    });
  });

  test.each([
    ["@csv resources=Pod", "expected {{a,b},{c,d}}"],
    ["@csv display=x", "unknown argument display"],
    ["@csv order=first", "expected a whole number"],
    ["+operator-sdk:csv:customresourcedefinition:displayName=x", "unknown tag"],
  ])("rejects %s", (tags, message) => {
    expect(read("a?: string", "", tags).problems.join("\n")).toContain(message);
  });
});
