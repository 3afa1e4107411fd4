/** The images that an operator needs: catalogs copy them into clusters without a network. */
import { compareText } from "../../core/compare-text.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import type { ExactJsonObject, ExactJsonValue } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";
import type { RelatedImage } from "../csv.js";
import { containersOf, podOf } from "./deployments.js";
import { nameOf } from "./rendered.js";

const prefix = "RELATED_IMAGE_";

/** Returns whether a variable of a container names an image. */
export function isRelatedImage(variable: ExactJsonValue): boolean {
  return textAt(variable, "name").startsWith(prefix);
}

export interface RelatedImages {
  readonly images: readonly RelatedImage[];
  readonly problems: readonly Diagnostic[];
}

/** Finds the images of the containers, and those in variables such as RELATED_IMAGE_DATABASE. */
export function relatedImages(deployments: readonly ExactJsonObject[]): RelatedImages {
  const problems: Diagnostic[] = [];
  const found: RelatedImage[] = [];
  const add = (name: string, image: string, owner: string): void => {
    if (image === "" || found.some((each) => each.image === image)) return;
    found.push({ name: found.some((each) => each.name === name) ? `${owner}-${name}` : name, image });
  };
  for (const deployment of deployments) {
    for (const container of containersOf(podOf(deployment))) {
      add(textAt(container, "name"), textAt(container, "image"), nameOf(deployment));
      for (const variable of listAt(container, "env")) {
        if (!isRelatedImage(variable)) continue;
        const name = textAt(variable, "name");
        const image = textAt(variable, "value");
        if (image === "") problems.push(withoutValue(name, nameOf(deployment)));
        add(name.slice(prefix.length).toLowerCase().replaceAll("_", "-"), image, nameOf(deployment));
      }
    }
  }
  return { images: found.toSorted((a, b) => compareText(a.name, b.name)), problems };
}

function withoutValue(variable: string, deployment: string): Diagnostic {
  return {
    code: "bundle/not-supported",
    severity: "error",
    message: `the variable ${variable} of the Deployment ${deployment} has no value, so the bundle cannot list its image`,
    hint: "Set `value` to the image in the manifest of the Deployment.",
  };
}
