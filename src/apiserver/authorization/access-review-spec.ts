import type { JsonObject } from "../../core/json.js";

export interface AccessReviewSpec extends JsonObject {
  resourceAttributes?: ResourceAttributesSpec;
  nonResourceAttributes?: { path?: string; verb?: string };
  user?: string;
  groups?: string[];
  uid?: string;
  extra?: { [key: string]: string[] };
}

interface ResourceAttributesSpec extends JsonObject {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: SelectorSpec;
  labelSelector?: SelectorSpec;
}

export interface SelectorSpec extends JsonObject {
  rawSelector?: string;
  requirements?: SelectorRequirement[];
}

export interface SelectorRequirement extends JsonObject {
  key?: string;
  operator?: string;
  values?: string[];
}
