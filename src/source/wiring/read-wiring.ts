/** Reads from an operator's code what its controllers watch, own, read and write, and which webhooks it has. */
import type { ts } from "ts-morph";
import type { SourceLocation } from "../../core/source-location.js";
import type { Use, WiredController, WiredKind, Wiring, WiringLink } from "../../model/wiring.js";
import { type BuiltInResources, findResource, readBuiltInResources } from "../../schema/built-in-resources.js";
import { compiler } from "../compiler.js";
import type { OpenModule } from "../names.js";
import { locate, type ParsedFile } from "../parsed-file.js";
import { type Action, findAction } from "../permissions/actions.js";
import { findActionUses, kindsOfArgument } from "../permissions/find-action-uses.js";
import { openCode } from "../permissions/open-code.js";
import type { ProgramSettings } from "../permissions/program.js";
import { explain } from "../permissions/read-permissions.js";
import { guarded } from "../permissions/tsop-names.js";
import { type FoundKinds, type KindName, textsOfType } from "../permissions/type-kinds.js";
import type { Code } from "../permissions/values-of.js";
import {
  beginningsOf,
  calledTsopName,
  receiverOf,
  clusterOption,
  clusterOfReceiver,
  isOptionalKind,
  nameOfExpression,
} from "./builder-chain.js";
import { originsOf, reach, type Unit, unitOf } from "./units.js";

export function readWiring(files: readonly ParsedFile[], open: OpenModule, settings: ProgramSettings = {}): Wiring {
  const resources = readBuiltInResources();
  const code = openCode(files, open, { ...settings, resources })();
  const calls = files.flatMap((file) => tsopCalls(code, file));
  const controllers = calls
    .filter(({ name }) => name === "Manager.controller")
    .map((call) => controllerOf(code, call, calls, (source) => code.fileOf(source) !== undefined));
  const reader: Reader = { code, resources, controllers, links: [], unresolved: [] };
  for (const call of calls) readCall(reader, call);
  for (const file of files) readUses(reader, file);
  return {
    controllers: controllers.map(({ id, name, at }) => ({ id, name, at })),
    links: reader.links,
    unresolved: reader.unresolved,
  };
}

interface TsopCall {
  readonly node: ts.CallExpression;
  readonly name: string;
  readonly file: ParsedFile;
  readonly at: SourceLocation;
}

interface Controller extends WiredController {
  readonly call: ts.CallExpression;
  /** The code that is reachable from the position where it is set up. */
  readonly units: ReadonlySet<Unit>;
}

interface Reader {
  readonly code: Code;
  readonly resources: BuiltInResources;
  readonly controllers: readonly Controller[];
  readonly links: WiringLink[];
  readonly unresolved: { readonly text: string; readonly at: SourceLocation }[];
}

function tsopCalls(code: Code, file: ParsedFile): TsopCall[] {
  const calls: TsopCall[] = [];
  const visit = (node: ts.Node): void => {
    const name = compiler.isCallExpression(node) ? calledTsopName(code, node) : undefined;
    if (compiler.isCallExpression(node) && name !== undefined)
      calls.push({ node, name, file, at: locate(file, placeOf(node).getStart(file.ast)) });
    compiler.forEachChild(node, visit);
  };
  visit(file.ast);
  return calls;
}

/** Returns the name of the method, because a chain of calls begins with another name. */
function placeOf({ expression }: ts.CallExpression): ts.Node {
  return compiler.isPropertyAccessExpression(expression) ? expression.name : expression;
}

function controllerOf(
  code: Code,
  { node, at }: TsopCall,
  calls: readonly TsopCall[],
  isOurs: (file: ts.SourceFile) => boolean,
): Controller {
  const [given] = node.arguments;
  const texts = given === undefined ? [] : (guarded(() => textsOfType(code.checker.getTypeAtLocation(given))) ?? []);
  const reconcilers = calls
    .filter(({ name }) => name === "ControllerBuilder.complete")
    .filter((call) => beginningsOf(code, call.node, "Manager.controller").includes(node))
    .flatMap((call) => call.node.arguments.flatMap((argument) => originsOf(code, argument)));
  return {
    id: `${at.file}:${at.line ?? 0}:${at.column ?? 0}`,
    name: texts.length === 1 ? texts[0] : undefined,
    at,
    call: node,
    units: reach(code, [node, ...reconcilers], isOurs),
  };
}

/** How the methods of a builder and of a manager use the kind in their argument. */
const uses: Readonly<Record<string, Use>> = {
  "ControllerBuilder.for": "reconciles",
  "ControllerBuilder.owns": "owns",
  "ControllerBuilder.watches": "watches",
  "RunningController.owns": "owns",
  "RunningController.watches": "watches",
  "Manager.cacheFor": "caches",
  "Cluster.cacheFor": "caches",
};

const webhooks = {
  "WebhookBuilder.withDefaulter": "defaults",
  "WebhookBuilder.withValidator": "validates",
  "WebhookBuilder.withConversion": "converts",
} as const;

function readCall(reader: Reader, call: TsopCall): void {
  const { code, links } = reader;
  const { node, name, at } = call;
  const use = Object.hasOwn(uses, name) ? uses[name] : useElsewhere(name);
  if (use !== undefined) {
    const cluster = clusterOption(node) ?? clusterOfReceiver(code, node);
    const subresource = isOfStatus(node) ? "status" : undefined;
    const kinds = kindsOf(reader, call, node, 0).map((kind) => ({ ...kind, cluster }));
    const optional = isOptionalKind(node) ? { isOptional: true as const } : {};
    for (const controller of controllersOf(reader, call)) {
      links.push(
        ...kinds.map((kind) => ({ type: "use", controller, use, kind, subresource, ...optional, at }) as const),
      );
    }
  } else if (name === "EventRecorder.event") {
    const kind = wiredKind(reader, { apiVersion: "events.k8s.io/v1", kind: "Event" });
    for (const controller of controllersAround(reader, node)) {
      links.push({ type: "use", controller, use: "records", kind, subresource: undefined, at });
    }
  } else if (name === "ControllerBuilder.watchesRaw") {
    const [source] = node.arguments;
    const text = (source && nameOfExpression(source)) ?? "channel";
    links.push(
      ...controllersOf(reader, call).map((controller) => ({ type: "source", controller, name: text, at }) as const),
    );
  } else if (name === "setControllerReference" || name === "setOwnerReference") {
    const [owners, owned] = [kindsOf(reader, call, node, 0), kindsOf(reader, call, node, 1)];
    links.push(...owners.flatMap((owner) => owned.map((each) => ({ type: "owner", owner, owned: each, at }) as const)));
  } else if (name in webhooks) {
    const does = webhooks[name as keyof typeof webhooks]; // the check above guarantees it
    const kinds = beginningsOf(code, node, "Manager.webhook").flatMap((start) => kindsOf(reader, call, start, 0));
    links.push(...kinds.map((kind) => ({ type: "webhook", does, kind, at }) as const));
  }
}

/** Returns the use of a call through the client of another cluster. */
function useElsewhere(name: string): Use | undefined {
  const [owner, method] = name.split(".");
  const action =
    owner === "ForeignClient" ? (findAction(`Reader.${method}`) ?? findAction(`Writer.${method}`)) : undefined;
  return action && useOf(action);
}

/** Returns whether a call has the form `hub.client.status.update(…)`. */
function isOfStatus(call: ts.CallExpression): boolean {
  const receiver = receiverOf(call);
  return receiver !== undefined && nameOfExpression(receiver) === "status";
}

function kindsOf(reader: Reader, { file, at }: TsopCall, node: ts.CallExpression, index: number): WiredKind[] {
  const argument = node.arguments[index];
  const found: FoundKinds | undefined = argument && guarded(() => kindsOfArgument(reader.code, node, argument));
  if (found === undefined || found.isOpen) {
    reader.unresolved.push({ text: explain({ node, kinds: found?.kinds ?? [] }, file.ast), at });
  }
  return (found?.kinds ?? []).map((kind) => wiredKind(reader, kind));
}

/** Returns a kind in the operator's own cluster. */
function wiredKind({ resources }: Reader, { apiVersion, kind }: KindName): WiredKind {
  const isBuiltIn = findResource(resources, apiVersion, kind) !== undefined;
  return { apiVersion, kind, cluster: undefined, isBuiltIn };
}

/** Finds the controllers of a call by the chain of calls or, if it does not lead to a controller, by the surrounding code. */
function controllersOf(reader: Reader, { node }: TsopCall): (string | undefined)[] {
  const starts = beginningsOf(reader.code, node, "Manager.controller");
  const exact = reader.controllers.filter(({ call }) => starts.includes(call)).map(({ id }) => id);
  return exact.length > 0 ? exact : controllersAround(reader, node);
}

function controllersAround({ controllers }: Reader, node: ts.Node): (string | undefined)[] {
  const unit = unitOf(node);
  const found = controllers.filter(({ units }) => units.has(unit)).map(({ id }) => id);
  return found.length > 0 ? found : [undefined];
}

/** Reads the kinds that the code reads and writes. */
function readUses(reader: Reader, file: ParsedFile): void {
  for (const { node, name, action, kinds, unknown } of findActionUses(reader.code, file.ast)) {
    // Other code above reads the rest. The code that creates a recorder may not be the code that records.
    const isReadAbove = action?.caches === true || action?.subresource === "finalizers";
    if (isReadAbove || typeof action?.about === "object") continue;
    const at = locate(file, name.getStart(file.ast));
    if (unknown !== undefined) reader.unresolved.push({ text: explain({ node, kinds }, file.ast), at });
    if (action === undefined) continue;
    for (const controller of controllersAround(reader, node)) {
      for (const kind of kinds.map((each) => wiredKind(reader, each))) {
        const { subresource } = action;
        reader.links.push({ type: "use", controller, use: useOf(action), kind, subresource, at });
      }
    }
  }
}

function useOf({ verbs }: Action): Use {
  if (["create", "update", "patch"].some((verb) => verbs.includes(verb))) return "writes";
  return ["delete", "deletecollection"].some((verb) => verbs.includes(verb)) ? "deletes" : "reads";
}
