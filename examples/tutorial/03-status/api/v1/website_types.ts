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

// #region status
/** WebsiteStatus is the observed state of Website. */
export interface WebsiteStatus {
  /**
   * The address of the page in the cluster.
   * @printColumn name=URL
   */
  url?: string;

  /**
   * The number of Pods that serve the page now.
   * @printColumn name=Pods
   */
  readyReplicas?: Int32;

  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * Website is the schema of the websites API.
 * @cel self.metadata.name.matches('^[a-z][-a-z0-9]{0,62}$') "the name must be valid for a Service, too"
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 */
// #endregion status
export interface Website extends CustomResource<"web.example.com/v1", "Website"> {
  spec: WebsiteSpec;
  status?: WebsiteStatus;
}

export const Website = defineKind<Website>("web.example.com/v1", "Website");
