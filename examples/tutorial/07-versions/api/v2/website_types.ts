import { type CustomResource, defineKind } from "tsop";
import type * as v1 from "../v1/website_types.js";

/** Content is the files of a page. */
export interface Content {
  /**
   * The page, as HTML.
   * @minLength 1
   * @maxLength 100000
   * @example "<!doctype html><title>Hello</title><h1>Hello from a Website</h1>"
   */
  html: string;

  /**
   * The style sheet, which the Pods serve as style.css.
   * @maxLength 100000
   */
  css?: string;
}

/** WebsiteSpec is the desired state of Website. */
export interface WebsiteSpec extends Omit<v1.WebsiteSpec, "html"> {
  /** The files that the Pods serve. */
  content: Content;
}

/** WebsiteStatus is the observed state of Website. */
export type WebsiteStatus = v1.WebsiteStatus;

/**
 * Website is the schema of the websites API.
 * @cel self.metadata.name.matches('^[a-z][-a-z0-9]{0,62}$') "the name must be valid for a Service, too"
 * @printColumn name=Ready type=string jsonPath=".status.conditions[?(@.type=='Ready')].status"
 */
export interface Website extends CustomResource<"web.example.com/v2", "Website"> {
  spec: WebsiteSpec;
  status?: WebsiteStatus;
}

export const Website = defineKind<Website>("web.example.com/v2", "Website");
