/** What optional validators know beside the bundle: values that the user gives, and facts from outside. */
import { field } from "../../core/json-fields.js";

export interface Platform {
  readonly os: string;
  readonly architecture: string;
}

/** The platforms of an image, or why its registry does not tell them. */
export type PlatformReading = readonly Platform[] | string;

export interface OptionalValues {
  /** The lowest version of Kubernetes that the operator has to support, such as 1.25. */
  readonly kubernetesVersion?: string;
  /** The categories of a catalog other than OperatorHub.io. */
  readonly categories?: readonly string[];
  /** The Dockerfile of the bundle, whose labels name versions of OpenShift. */
  readonly dockerfile?: { readonly path: string; readonly text: string };
  /** The images of the bundle. */
  readonly platforms?: ReadonlyMap<string, PlatformReading>;
}

/**
 * Reads the file that OPERATOR_BUNDLE_CATEGORIES names: `{"categories": ["Registry"]}`.
 *
 * @returns the categories, or why the text is not such a file
 */
export function readCategories(text: string): readonly string[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const found = field(value, "categories");
  if (!Array.isArray(found)) return "it has no list `categories`";
  const categories = found.filter((each): each is string => typeof each === "string");
  return categories.length === found.length ? categories : "a category is not a text";
}
