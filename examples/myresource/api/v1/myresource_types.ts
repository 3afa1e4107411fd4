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

import { type Condition, type CustomResource, defineKind, type Int32 } from "tsop";

/** MyResourceSpec is the desired state of MyResource. */
export interface MyResourceSpec {
  /** The number of Pods: small is one, medium two, large three. */
  size: "small" | "medium" | "large";

  /**
   * The image to run.
   * @minLength 1
   * @maxLength 512
   * @pattern ^[^\s]+$
   */
  image: string;
}

/** MyResourceStatus is the observed state of MyResource. */
export interface MyResourceStatus {
  /** The state: Pending until Pods are ready, Running, or Failed. */
  state?: string;

  /** The number of ready Pods. */
  readyReplicas?: Int32;

  /**
   * The conditions of this object, one for each aspect of its state.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * MyResource is the schema of the myresources API.
 * @shortName mr
 * @printColumn name=Size type=string jsonPath=.spec.size
 * @printColumn name=Image type=string jsonPath=.spec.image
 * @printColumn name=State type=string jsonPath=.status.state
 */
export interface MyResource extends CustomResource<"my.domain/v1", "MyResource"> {
  spec: MyResourceSpec;
  status?: MyResourceStatus;
}

export const MyResource = defineKind<MyResource>("my.domain/v1", "MyResource");
