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

import { type Condition, type CustomResource, defineKind, type Int32, type ListMap } from "tsop";
import type { ResourceRequirements } from "tsop/k8s/core/v1";

/** NameServiceSpec is the desired state of NameService. */
export interface NameServiceSpec {
  /**
   * The number of name servers. They are independent of each other: each broker registers with all of them.
   * @minimum 1
   * @maximum 9
   * @default 1
   * @specReplicas
   */
  replicas?: Int32;
  /**
   * The image of the name server.
   * @minLength 1
   * @maxLength 255
   * @example apache/rocketmq:5.3.2
   */
  image: string;
  /**
   * The command of the container.
   * @minItems 1
   * @maxItems 16
   * @default ["sh", "mqnamesrv"]
   */
  command?: string[];
  /** The CPU and memory of each name server. */
  resources?: ResourceRequirements;
}

/** NameServer is the last observed state of a name server. */
export interface NameServer {
  /** The name of its pod. */
  name: string;
  /** Whether it responds. */
  available: boolean;
  /** Its address, if it has one. */
  address?: string;
}

/** NameServiceStatus is the observed state of NameService. */
export interface NameServiceStatus {
  /** The generation that this status describes. */
  observedGeneration?: Int32;
  /**
   * The number of name servers.
   * @statusReplicas
   */
  replicas?: Int32;
  /**
   * The selector of the name servers' pods.
   * @labelSelector
   */
  selector?: string;
  /**
   * The addresses of the responding name servers, for brokers and clients.
   * @listType atomic
   */
  addresses?: string[];
  /** All name servers. */
  nodes?: ListMap<NameServer, "name">;
  /**
   * The conditions of this object, one for each aspect of its state.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * NameService is the schema of the nameservices API: name servers, with which brokers register, and from which clients get the addresses of brokers.
 * @shortName mqns
 * @printColumn name=Wanted type=integer jsonPath=".spec.replicas"
 * @printColumn name=Available type=string jsonPath=".status.conditions[?(@.type=='Available')].status"
 * @printColumn name=Addresses type=string jsonPath=".status.addresses"
 * @printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"
 * @cel self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$') "the name must begin with a letter and consist of at most 40 lower-case letters, digits and -, because names of Services contain it"
 */
export interface NameService extends CustomResource<"rocketmq.daocloud.io/v1", "NameService"> {
  spec: NameServiceSpec;
  status?: NameServiceStatus;
}

export const NameService = defineKind<NameService>("rocketmq.daocloud.io/v1", "NameService");
