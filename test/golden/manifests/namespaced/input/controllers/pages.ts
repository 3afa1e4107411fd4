import { Page as DataPage } from "../api/data/v1/page_types.js";
import { Page } from "../api/web/v1/page_types.js";

// @rbac groups=core resources=configmaps verbs=get
// @rbac urls=/metrics verbs=get
export function setup(manager: { for(kind: unknown): void }): void {
  manager.for(Page);
  manager.for(DataPage);
}
