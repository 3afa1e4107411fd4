/** Reads types that other packages export: tsop's own, and those of Kubernetes. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { nearest } from "../../core/suggest.js";
import { noAnnotations, type Tag } from "../../model/annotations.js";
import { impliedTag } from "../../model/tags/registry.js";
import { type TypeUse, type KnownTypeName, knownTypeNames } from "../../model/type-model.js";
import type { Imported } from "../names.js";
import { RecursiveTypeFault } from "../../schema/packed-types.js";
import { locateNode } from "../parsed-file.js";
import { type KubernetesType, readType, refuse, type Scope, use, within, type TypeArguments } from "./reader.js";

export function readImported(scope: Scope, node: ts.Node, { module, name }: Imported, given: TypeArguments): TypeUse {
  if (module === "tsop") return readOwn(scope, node, name, given);
  if (module.startsWith("tsop/k8s/")) return readKubernetes(scope, node, module.slice("tsop/k8s/".length), name);
  if (module === "@kubernetes/client-node") {
    const found = scope.reader.kubernetes.findModel(name);
    if (found !== undefined) return embed(scope, node, found);
  }
  const hint =
    "Put @preserveUnknownFields on the field (the API server then keeps all its content), or write an interface with the fields that you need.";
  return refuse(scope, node, `${name} is not declared in the package ${module}`, hint);
}

function readKubernetes(scope: Scope, node: ts.Node, module: string, name: string): TypeUse {
  const kubernetes = scope.reader.kubernetes;
  const found = kubernetes.find(module, name);
  if (found !== undefined) return embed(scope, node, found);
  const names = kubernetes.names(module);
  const near = nearest(name, names);
  const message =
    names.length === 0
      ? `the module tsop/k8s/${module} does not exist`
      : `tsop/k8s/${module} has no type ${name} with a schema`;
  const words = module === "core/v1" ? wordsOfCore[name] : undefined;
  const hint =
    words !== undefined
      ? `It is a string in the Kubernetes API. Write its values: type ${name} = ${words.map((word) => JSON.stringify(word)).join(" | ")};`
      : near === undefined
        ? "Correct the import."
        : `Did you mean ${near}?`;
  return refuse(scope, node, message, hint);
}

/** Types of Go's core/v1 that are strings in the API, so that API descriptions omit them. */
const wordsOfCore: Readonly<Partial<Record<string, readonly string[]>>> = {
  ConditionStatus: ["True", "False", "Unknown"],
  DNSPolicy: ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
  IPFamily: ["IPv4", "IPv6"],
  IPFamilyPolicy: ["SingleStack", "PreferDualStack", "RequireDualStack"],
  IPFamilyPolicyType: ["SingleStack", "PreferDualStack", "RequireDualStack"],
  PersistentVolumeAccessMode: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"],
  Protocol: ["TCP", "UDP", "SCTP"],
  PullPolicy: ["Always", "Never", "IfNotPresent"],
  RestartPolicy: ["Always", "OnFailure", "Never"],
  ServiceAffinity: ["ClientIP", "None"],
  ServiceType: ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"],
  TaintEffect: ["NoSchedule", "PreferNoSchedule", "NoExecute"],
  TolerationOperator: ["Exists", "Equal"],
  URIScheme: ["HTTP", "HTTPS"],
};

function embed(scope: Scope, node: ts.Node, type: KubernetesType): TypeUse {
  try {
    const { module, name } = type;
    return {
      ...use(scope, node, { kind: "schema", schema: type.schema() }),
      name: { kind: "kubernetes", module, name },
    };
  } catch (fault) {
    if (!(fault instanceof RecursiveTypeFault)) throw fault;
    const hint = "Put @preserveUnknownFields on the field to allow any value.";
    return refuse(scope, node, fault.message, hint, "type/recursive");
  }
}

function readOwn(scope: Scope, node: ts.Node, name: string, given: TypeArguments): TypeUse {
  const own = tsopTypes.get(name);
  if (name === "CustomResource" && compiler.isExpressionWithTypeArguments(node)) return anyObject(scope, node);
  if (own === undefined) {
    const near = nearest(name, tsopTypes.keys());
    const hint = `${near === undefined ? "" : `Did you mean ${near}? `}Types with a schema: ${[...tsopTypes.keys()].join(", ")}.`;
    return refuse(scope, node, `the type ${name} of tsop has no schema`, hint);
  }
  if ("known" in own) return use(scope, node, { kind: "known", name: own.known });
  return readList(scope, node, own.list, given);
}

/** Reads `ListMap<Item, "name">`, `ListSet<string>`, `AtomicList<Item>`: a list with its merge strategy. */
function readList(scope: Scope, node: ts.Node, list: ListTypeName, [item, key]: TypeArguments): TypeUse {
  if (item === undefined) return refuse(scope, node, "the type of the items is missing", "Write it in angle brackets.");
  const at = locateNode(scope.file, node);
  const tags: Tag[] = [impliedTag("listType", { kind: "text", value: list }, at)];
  if (list === "map" && key !== undefined) {
    const { type } = readType(scope, key);
    for (const value of type.kind === "enum" ? type.values : []) {
      tags.push(impliedTag("listMapKey", { kind: "text", value: String(value) }, at));
    }
  }
  const items = readType(within(scope, "[]"), item);
  return { ...use(scope, node, { kind: "list", items }), annotations: [{ description: "", tags }] };
}

/** Returns the fields that every kind inherits. The reader of the kind reads its apiVersion and kind. */
function anyObject(scope: Scope, node: ts.Node): TypeUse {
  const metadata = use(scope, node, { kind: "known", name: "ObjectMeta" });
  const field = { name: "metadata", optional: true, use: metadata, annotations: noAnnotations, at: metadata.at };
  return use(scope, node, { kind: "object", fields: [field] });
}

/** The types that `tsop` exports and that have their own schema, or a schema built from their arguments. */
export const tsopTypes: ReadonlyMap<string, { readonly known: KnownTypeName } | { readonly list: ListTypeName }> =
  new Map<string, { readonly known: KnownTypeName } | { readonly list: ListTypeName }>([
    ...knownTypeNames.map((known) => [known, { known }] as const),
    ["ListMap", { list: "map" }],
    ["ListSet", { list: "set" }],
    ["AtomicList", { list: "atomic" }],
  ]);

type ListTypeName = "map" | "set" | "atomic";
