import { type CustomResource, defineKind, type Integer } from "tsop";

export interface CronTabSpec {
  /**
   * @pattern ^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$
   * @default "5 0 * * *"
   */
  cronSpec?: string;
  image?: string;
  /**
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Integer;
}

/** @shortName ct */
export interface CronTab extends CustomResource<"stable.example.com/v1", "CronTab"> {
  spec?: CronTabSpec;
}
export const CronTab = defineKind<CronTab>("stable.example.com/v1", "CronTab");
