/*
Copyright 2026 zhangsan

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

import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

// EDIT THIS FILE: the fields below are examples. `npm run manifests` generates the CRD from these types, their comments
// and their tags. Run it after each change.

/** BarSpec is the desired state of Bar. */
export interface BarSpec {
  /**
   * The number of replicas to run.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;

  // Add fields for the desired state here, for example:
  //   strategy?: "Recreate" | "RollingUpdate";
}

/** BarStatus is the observed state of Bar. */
export interface BarStatus {
  /**
   * The conditions of this object, one for each aspect of its state.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];

  // Add fields for the observed state here.
}

/**
 * Bar is the schema of the bars API.
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
  status?: BarStatus;
}

export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
