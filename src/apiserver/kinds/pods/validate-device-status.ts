/** The status of the devices of a pod, which the server stores since 1.36. Source: pkg/apis/core/validation/validation.go. */
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import type { PodExtendedResourceClaimStatus } from "../../../k8s/core/v1.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { isPositive, readQuantity } from "./resource-lists.js";

const healths = ["Healthy", "Unhealthy", "Unknown"];
const longestMessage = 1024;
const claimDetail =
  "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";

/** Validates the devices of the containers, and forbids those of ephemeral containers. */
export function validateDevices(status: JsonObject, spec: JsonObject): FieldError[] {
  return [
    ...validateContainers(status, spec, "containerStatuses", "containers"),
    ...validateContainers(status, spec, "initContainerStatuses", "initContainers"),
    ...objectsOf(status, "ephemeralContainerStatuses").flatMap((container, index) =>
      objectsOf(container, "allocatedResourcesStatus").length === 0
        ? []
        : [
            forbidden(
              `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`,
              "must not be specified in container status",
            ),
          ],
    ),
  ];
}

function validateContainers(status: JsonObject, spec: JsonObject, list: string, ofSpec: string): FieldError[] {
  return objectsOf(status, list).flatMap((containerStatus, index) => {
    const container = objectsOf(spec, ofSpec).find((each) => textOf(each, "name") === textOf(containerStatus, "name"));
    return objectsOf(containerStatus, "allocatedResourcesStatus").flatMap((resource, place) => {
      const path = `status.${list}[${index}].allocatedResourcesStatus[${place}]`;
      return [
        ...(container === undefined ? [] : validateName(textOf(resource, "name"), container, status, `${path}.name`)),
        ...validateHealth(resource, path),
      ];
    });
  });
}

function validateName(name: string, container: JsonObject, status: JsonObject, path: string): FieldError[] {
  const resources = objectOf(container, "resources");
  if (!name.startsWith("claim:")) {
    const isRequested = objectOf(resources, "requests")?.[name] !== undefined;
    return isRequested ? [] : [invalid(path, name, "must match one of the container's resource requests")];
  }
  const isClaimed = objectsOf(resources, "claims").some((claim) => {
    const request = textOf(claim, "request");
    return name === `claim:${textOf(claim, "name")}${request === "" ? "" : `/${request}`}`;
  });
  return isClaimed || isExtended(name, container, status) ? [] : [invalid(path, name, claimDetail)];
}

/** Reports whether the scheduler has made the claim for an extended resource of the container. */
function isExtended(name: string, container: JsonObject, status: JsonObject): boolean {
  const extended = objectOf(status, "extendedResourceClaimStatus");
  const [claim = "", request = ""] = name.slice("claim:".length).split(/\/(.*)/s);
  if (extended === undefined || request === "" || claim !== textOf(extended, "resourceClaimName")) return false;
  const requests = objectOf(objectOf(container, "resources"), "requests") ?? {};
  return objectsOf(extended, "requestMappings").some((mapping) => {
    const isMeant =
      textOf(mapping, "containerName") === textOf(container, "name") && textOf(mapping, "requestName") === request;
    const amount = readQuantity(requests[textOf(mapping, "resourceName")]);
    return isMeant && amount !== undefined && isPositive(amount);
  });
}

function validateHealth(resource: JsonObject, path: string): FieldError[] {
  const seen = new Set<string>();
  return objectsOf(resource, "resources").flatMap((device, index) => {
    const at = `${path}.resources[${index}]`;
    const [health, id, message] = [textOf(device, "health"), textOf(device, "resourceID"), device["message"]];
    const isRepeated = seen.has(id);
    seen.add(id);
    return [
      ...(healths.includes(health) ? [] : [notSupported(`${at}.health`, health, healths)]),
      ...(message === "" ? [required(`${at}.message`, "must be non-empty if specified")] : []),
      ...(typeof message === "string" && Buffer.byteLength(message) > longestMessage
        ? [tooLong(`${at}.message`, longestMessage)]
        : []),
      ...(isRepeated ? [duplicate(`${at}.resourceID`, id)] : []),
    ];
  });
}

/** The claim that the scheduler has made for the extended resources of a pod. */
export const extendedClaim: rule.Table<PodExtendedResourceClaimStatus, { readonly spec: JsonObject }> = [
  rule.list("requestMappings", must.beSet("at least one request mapping is required")),
  ({ object, path, context: { spec } }) => validateMappings(object, path, spec),
  rule.text("resourceClaimName", must.beSet(), must.beSubdomain),
];

function validateMappings(status: JsonObject, path: string, spec: JsonObject): FieldError[] {
  const containers = [...objectsOf(spec, "containers"), ...objectsOf(spec, "initContainers")];
  const seen = new Set<string>();
  return objectsOf(status, "requestMappings").flatMap((mapping, index) => {
    const at = `${path}.requestMappings[${index}]`;
    const names = ["containerName", "resourceName", "requestName"].map(
      (name) => [name, textOf(mapping, name)] as const,
    );
    const [containerName = "", resourceName = "", requestName = ""] = names.map(([, value]) => value);
    const container = containers.find((each) => textOf(each, "name") === containerName);
    const isRequested = objectOf(objectOf(container, "resources"), "requests")?.[resourceName] !== undefined;
    const key = JSON.stringify(names);
    const isRepeated = seen.has(key);
    seen.add(key);
    return [
      ...(container === undefined
        ? [
            invalid(
              `${at}.containerName`,
              containerName,
              "must match the name of an entry in spec.initContainers.name or spec.containers.name",
            ),
          ]
        : isRequested
          ? []
          : [
              invalid(
                `${at}.resourceName`,
                resourceName,
                "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests",
              ),
            ]),
      ...must.beLabel(requestName, `${path}.requestName`),
      ...(isRepeated ? names.map(([name, value]) => duplicate(`${at}.${name}`, value)) : []),
    ];
  });
}
