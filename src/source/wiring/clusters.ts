/** What the code calls another cluster: `{ cluster: hub }`, `hub.client.get(…)`. */
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import { type Code, withoutType } from "../permissions/values-of.js";
import { calledTsopName, receiverOf } from "./builder-chain.js";

/** The cluster that an argument names. */
export function clusterOption({ arguments: given }: ts.CallExpression): string | undefined {
  const properties = given.filter(compiler.isObjectLiteralExpression).flatMap((each) => [...each.properties]);
  const option = properties.find(
    ({ name }) => name !== undefined && compiler.isIdentifier(name) && name.text === "cluster",
  );
  if (option === undefined) return undefined;
  const value = compiler.isPropertyAssignment(option) ? nameOfExpression(option.initializer) : undefined;
  return value ?? "cluster";
}

/** The cluster whose cache or client is asked. */
export function clusterOfReceiver(code: Code, call: ts.CallExpression): string | undefined {
  const name = calledTsopName(code, call);
  const receiver = receiverOf(call);
  if (receiver === undefined || name === undefined) return undefined;
  if (name.startsWith("Cluster.")) return nameOfExpression(receiver) ?? "cluster";
  if (!name.startsWith("ForeignClient.")) return undefined;
  return nameOfCluster(receiver) ?? "cluster";
}

/** `hub.client.status` → `hub`. */
function nameOfCluster(client: ts.Expression): string | undefined {
  const at = withoutType(client);
  if (!compiler.isPropertyAccessExpression(at)) return undefined;
  const isClient = ["client", "apiReader"].includes(at.name.text);
  return isClient ? nameOfExpression(at.expression) : nameOfCluster(at.expression);
}

/** `this.#hub` → `hub`. */
export function nameOfExpression(expression: ts.Expression): string | undefined {
  const at = withoutType(expression);
  if (compiler.isIdentifier(at)) return at.text;
  return compiler.isPropertyAccessExpression(at) ? at.name.text.replace(/^#/, "") : undefined;
}
