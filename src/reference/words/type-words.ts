/** Says what type a value has, with links to the types of the page and of Kubernetes. */
import { code, type Inline, type Line } from "../formats/block.js";
import type { Anchors } from "../anchors.js";
import type { TypeRef } from "../reference.js";
import { constraintsOf } from "./constraints.js";
import { type KubernetesFacts, kubernetesLink, knownTypeLink } from "./kubernetes-links.js";

export interface Targets {
  readonly anchors: Anchors;
  readonly kubernetes: KubernetesFacts;
}

export function typeLine(type: TypeRef, targets: Targets): Line {
  const { anchors, kubernetes } = targets;
  switch (type.kind) {
    case "scalar":
      return [{ kind: "emphasis", text: type.type }];
    case "int-or-string":
      return [{ kind: "emphasis", text: "integer or string" }];
    case "named":
      return [
        { kind: "link", content: type.to.name, to: `#${anchors.of(type.to)}` },
        ...(type.levels === undefined ? [] : [`, at most ${type.levels} levels deep`]),
      ];
    case "known":
      return [linked(type.name, knownTypeLink(kubernetes, type.name))];
    case "kubernetes":
      return [linked(type.name, kubernetesLink(kubernetes, type.module, type.name)), ` (${type.module})`];
    case "list":
      return ["list of ", ...typeLine(type.items.type, targets)];
    case "map":
      return ["map of string to ", ...typeLine(type.values.type, targets)];
    case "object":
      return [{ kind: "emphasis", text: "object" }];
    case "any":
      return ["any value"];
  }
}

function linked(name: string, to: string | undefined): Inline {
  return to === undefined ? { kind: "emphasis", text: name } : { kind: "link", content: name, to };
}

/** Returns the constraints of items and values, which have no row of their own. */
export function innerConstraints(type: TypeRef, subject = ""): Line[] {
  if (type.kind !== "list" && type.kind !== "map") return [];
  const [typed, name] = type.kind === "list" ? [type.items, "each item"] : [type.values, "each value"];
  const start = subject === "" ? name : `${subject}, ${name}`;
  const said = start.charAt(0).toUpperCase() + start.slice(1);
  const { default: preset } = typed.schema;
  return [
    ...constraintsOf(typed.schema).map((line): Line => [`${said}: `, ...line]),
    ...(preset === undefined ? [] : [[`${said}: default `, code(JSON.stringify(preset))]]),
    ...innerConstraints(typed.type, start),
  ];
}
