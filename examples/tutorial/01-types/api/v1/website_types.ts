import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

/** WebsiteSpec is the desired state of Website. */
export interface WebsiteSpec {
  /**
   * The page, as HTML.
   * @minLength 1
   * @maxLength 100000
   * @example "<!doctype html><title>Hello</title><h1>Hello from a Website</h1>"
   */
  html: string;

  /**
   * The number of Pods that serve the page.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;
}

/** WebsiteStatus is the observed state of Website. */
export interface WebsiteStatus {
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * Website is the schema of the websites API.
 * @cel self.metadata.name.matches('^[a-z][-a-z0-9]{0,62}$') "the name must be valid for a Service, too"
 */
export interface Website extends CustomResource<"web.example.com/v1", "Website"> {
  spec: WebsiteSpec;
  status?: WebsiteStatus;
}

export const Website = defineKind<Website>("web.example.com/v1", "Website");
