/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { type Condition, type CustomResource, defineKind, type Int32, type Integer } from "tsop";

/** CronTabSpec is the desired state of CronTab. */
export interface CronTabSpec {
  /**
   * When to run: minute, hour, day of the month, month and day of the week, as in crontab(5).
   * @pattern ^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$
   * @default "5 0 * * *"
   */
  cronSpec?: string;
  /** The container image to run. */
  image?: string;
  /**
   * The number of Pods that run at each time. All Pods must succeed.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Integer;
}

/** CronTabStatus is the observed state of CronTab. */
export interface CronTabStatus {
  /** The generation of the spec that this status describes. */
  observedGeneration?: Int32;
  /** The number of runs in progress. */
  active?: Int32;
  /**
   * The start time of the last run.
   * @format date-time
   */
  lastScheduleTime?: string;
  /**
   * The time of the last successful run.
   * @format date-time
   */
  lastSuccessfulTime?: string;
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * CronTab is the schema of the crontabs API.
 * @shortName ct
 */
export interface CronTab extends CustomResource<"stable.example.com/v1", "CronTab"> {
  spec?: CronTabSpec;
  status?: CronTabStatus;
}
export const CronTab = defineKind<CronTab>("stable.example.com/v1", "CronTab");
