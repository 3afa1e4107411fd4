/** Sources: api/filters/imagetag, api/internal/image/image.go. */
import { TsopError } from "../core/errors.js";
import { applyFieldSpec, type FieldSpec } from "./field-spec.js";
import type { ImageEntry } from "./read-entries.js";
import { fieldOf, isNull, type Node, setScalar } from "./node.js";
import { compilePattern } from "./pattern.js";
import { gvkOf, type Resource } from "./resource.js";

export function setImages(resources: readonly Resource[], image: ImageEntry, fieldSpecs: readonly FieldSpec[]): void {
  // kustomize treats the name as a pattern.
  const rest = "(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$";
  const matches = compilePattern(`^${image.name}${rest}`);
  const change = (node: Node): void => setImage(node, image, matches);
  for (const resource of resources) {
    // The schema of a CRD can contain fields with these names.
    if (gvkOf(resource).kind === "CustomResourceDefinition") continue;
    visitContainers(resource.node, change);
    for (const spec of fieldSpecs) applyFieldSpec(resource.node, spec, change);
  }
}

/** Visits the images in all lists of containers, at any position in any kind. */
function visitContainers(node: Node, change: (image: Node) => void): void {
  for (const item of node.items) visitContainers(item, change);
  for (const [key, field] of node.fields) {
    visitContainers(field, change);
    if (key !== "containers" && key !== "initContainers") continue;
    for (const container of field.items) {
      if (isNull(container)) continue;
      if (container.kind !== "map") throw unexpected("a container is not a map");
      const image = fieldOf(container, "image");
      if (image !== undefined) change(image);
    }
  }
}

function setImage(node: Node, image: ImageEntry, matches: (text: string) => boolean): void {
  if (isNull(node)) return;
  if (node.kind !== "scalar") throw unexpected("an image is not a string");
  if (!matches(node.value)) return;
  const { name, tag, digest } = splitImage(node.value);
  const [newTag, newDigest] = chooseVersion(image, tag, digest);
  const version = (newTag === "" ? "" : `:${newTag}`) + (newDigest === "" ? "" : `@${newDigest}`);
  setScalar(node, (image.newName === "" ? name : image.newName) + version);
}

/** Returns the new version: a new tag removes the digest, and a new digest removes the tag. */
function chooseVersion(image: ImageEntry, tag: string, digest: string): [tag: string, digest: string] {
  if (image.newTag !== "" || image.digest !== "") return [image.newTag, image.digest];
  return image.tagSuffix === "" ? [tag, digest] : [tag + image.tagSuffix, ""];
}

function splitImage(text: string): { name: string; tag: string; digest: string } {
  // A colon before the first slash belongs to a port.
  const slash = Math.max(text.indexOf("/"), 0);
  const rest = text.slice(slash);
  const at = rest.indexOf("@");
  const [version, digest] = at < 0 ? [rest, ""] : [rest.slice(0, at), rest.slice(at + 1)];
  const colon = version.indexOf(":");
  const [name, tag] = colon < 0 ? [version, ""] : [version.slice(0, colon), version.slice(colon + 1)];
  return { name: text.slice(0, slash) + name, tag, digest };
}

function unexpected(message: string): TsopError {
  return new TsopError("render/invalid", `${message}, so \`images\` cannot change it`, {
    hint: "Remove `images`, and set the image with a patch.",
  });
}
