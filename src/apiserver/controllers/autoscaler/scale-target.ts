/** The scale of an autoscaler's target. Source: k8s.io/client-go/scale. */
import type { HorizontalPodAutoscaler } from "../../../k8s/autoscaling/v2.js";
import { groupVersionPath, parseApiVersion } from "../../../core/gvk.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textOf } from "../../api-object.js";
import type { ServedResource } from "../../resource.js";
import { type Ask, faultOf } from "../shared/ask.js";
import type { Stored } from "../shared/kind-objects.js";

export type Autoscaler = Stored<HorizontalPodAutoscaler>;
type Target = Autoscaler["spec"]["scaleTargetRef"];

export interface Scale {
  readonly path: string;
  readonly object: JsonObject;
  /** The replicas in the target's spec. */
  readonly current: number;
  readonly statusReplicas: number;
  /** Of the pods. */
  readonly selector: string;
}

/** Why a target has no scale. */
export class ScaleFault extends Error {}

export type FindKind = (group: string, version: string, kind: string) => ServedResource | undefined;

/** @throws ScaleFault */
export async function readScale(ask: Ask, find: FindKind, { spec, metadata }: Autoscaler): Promise<Scale> {
  const { namespace } = metadata;
  const { name } = spec.scaleTargetRef;
  const found = resourceOf(find, spec.scaleTargetRef);
  const place = groupVersionPath(found.group, found.version);
  const path = `${place}/namespaces/${namespace}/${found.resource}/${encodeURIComponent(name)}/scale`;
  const answer = await ask({ method: "GET", target: path });
  const fault = faultOf(answer);
  if (fault !== undefined || answer.object === undefined) throw new ScaleFault(fault ?? "the scale is no object");
  const { object } = answer;
  const status = objectOf(object, "status");
  return {
    ...{ path, object },
    current: numberOf(objectOf(object, "spec"), "replicas") ?? 0,
    statusReplicas: numberOf(status, "replicas") ?? 0,
    selector: textOf(status, "selector"),
  };
}

/** Changes the replicas. Returns why the server rejects the change, if it does. */
export async function writeScale(ask: Ask, { path, object }: Scale, replicas: number): Promise<string | undefined> {
  const body = { ...object, spec: { ...objectOf(object, "spec"), replicas } };
  const answer = await ask({ method: "PUT", target: path, body });
  return faultOf(answer);
}

/** Returns the name of an object's resource as metrics APIs have it: `deployments.apps`. */
export function metricResource(find: FindKind, target: Target): string {
  const { group, resource } = resourceOf(find, target);
  return group === "" ? resource : `${resource}.${group}`;
}

function resourceOf(find: FindKind, { apiVersion = "", kind }: Target): ServedResource {
  const { group, version } = parseApiVersion(apiVersion);
  if (version.includes("/")) throw new ScaleFault(`unexpected GroupVersion string: ${apiVersion}`);
  const found = find(group, version, kind);
  if (found === undefined) {
    throw new ScaleFault(`no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`);
  }
  return found;
}
