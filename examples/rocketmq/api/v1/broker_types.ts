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

import { type Condition, type CustomResource, defineKind, type Int32, type ListMap, type Quantity } from "tsop";
import type { ResourceRequirements } from "tsop/k8s/core/v1";

/** BrokerStorage is the volume of each member for its messages. */
export interface BrokerStorage {
  /**
   * The size of the volume.
   * @immutable
   * @example 10Gi
   */
  size: Quantity;
  /**
   * The storage class of the volume. Default: the default of the cluster.
   * @immutable
   * @minLength 1
   * @maxLength 253
   */
  storageClassName?: string;
  /**
   * Whether to keep or delete the volumes of a removed group.
   * @default Retain
   */
  reclaimPolicy?: "Retain" | "Delete";
}

/** ExternalStorage is a store outside of the cluster, to which brokers move old messages. */
export interface ExternalStorage {
  /**
   * The URL of the store.
   * @pattern ^https?://[^\s]+$
   * @maxLength 1024
   * @example https://archive.example.com
   */
  url: string;
  /**
   * The Secret in the same namespace whose key `token` authorizes the operator to clear the store.
   * @minLength 1
   * @maxLength 253
   */
  secretName?: string;
  /**
   * Whether to keep or delete its messages when the Broker is deleted.
   * @default Delete
   */
  reclaimPolicy?: "Retain" | "Delete";
}

/** Exporter serves the metrics of the brokers to Prometheus. */
export interface Exporter {
  /**
   * The image of the RocketMQ exporter.
   * @minLength 1
   * @maxLength 255
   * @example apache/rocketmq-exporter:0.0.2
   */
  image: string;
  /**
   * The command of the container. Default: the command of the image.
   * @minItems 1
   * @maxItems 16
   */
  command?: string[];
  /**
   * Whether to create a ServiceMonitor, if the cluster has the Prometheus operator.
   * @default true
   */
  serviceMonitor?: boolean;
}

/** BrokerSpec is the desired state of Broker. */
export interface BrokerSpec {
  /**
   * The number of groups. Groups share the topics, so more groups handle more messages.
   * @minimum 1
   * @maximum 16
   * @default 1
   * @specReplicas
   */
  groups?: Int32;
  /**
   * The members of a group. All store the same messages, and one member leads. A group works while more than half of its members work.
   * @immutable
   * @default 3
   */
  members?: 1 | 3 | 5;
  /**
   * The NameService of the same namespace with which the brokers register.
   * @minLength 1
   * @maxLength 40
   * @example nameservice-sample
   */
  nameService: string;
  /**
   * The image of the broker.
   * @minLength 1
   * @maxLength 255
   * @example apache/rocketmq:5.3.2
   */
  image: string;
  /**
   * The command of the container; the operator appends `-c FILE`.
   * @minItems 1
   * @maxItems 16
   * @default ["sh", "mqbroker"]
   */
  command?: string[];
  /**
   * The settings of the brokers, as in broker.conf. The operator changes settings of running brokers if RocketMQ allows it, and rolls out all
   * other settings, member by member and group by group.
   * @maxProperties 64
   * @keys.pattern ^[A-Za-z][A-Za-z0-9]*$
   * @keys.maxLength 63
   * @values.maxLength 1024
   * @values.pattern ^[^\r\n]*$
   * @cel !self.exists(key, key in ['brokerClusterName', 'brokerName', 'brokerId', 'brokerRole', 'listenPort', 'namesrvAddr', 'storePathRootDir', 'storePathCommitLog']) "the operator sets names, ports, paths and name servers itself"
   * @cel !self.exists(key, key.startsWith('dLeger') || key == 'enableDLegerCommitLog') "the operator configures DLedger itself"
   */
  config?: Record<string, string>;
  /** The volumes for messages. */
  storage: BrokerStorage;
  /** The store for old messages. */
  externalStorage?: ExternalStorage;
  /**
   * The number of seconds during which clients can still read from a group before its removal. The group accepts no new messages in this time.
   * @minimum 0
   * @maximum 86400
   * @default 60
   */
  scaleInGraceSeconds?: Int32;
  /** The CPU and memory of each member. */
  resources?: ResourceRequirements;
  /** The exporter. Default: no exporter. */
  exporter?: Exporter;
}

/** BrokerNode is the last observed state of a member of a group. */
export interface BrokerNode {
  /** The name of its pod. */
  name: string;
  /** The number of its group. */
  group: Int32;
  /** Its role in its group. */
  role: "Leader" | "Follower" | "Unknown";
  /** Whether it responds. */
  available: boolean;
  /** Its address, if it has one. */
  address?: string;
}

/** BrokerStatus is the observed state of Broker. */
export interface BrokerStatus {
  /** The generation that this status describes. */
  observedGeneration?: Int32;
  /**
   * The number of groups, including groups that will be removed.
   * @statusReplicas
   */
  groups?: Int32;
  /** The number of groups that have a leader and a majority. */
  readyGroups?: Int32;
  /**
   * The selector of the members' pods.
   * @labelSelector
   */
  selector?: string;
  /**
   * The addresses of the name servers in the settings of the brokers.
   * @listType atomic
   */
  nameServers?: string[];
  /** All members of all groups. */
  nodes?: ListMap<BrokerNode, "name">;
  /**
   * The state of each stage: `PreConfig`, `Sync`, `Finalize`; and `Available`: whether every group has a leader and a majority.
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/**
 * Broker is the schema of the brokers API: groups of RocketMQ brokers in DLedger mode.
 * @shortName mqbr
 * @printColumn name=Groups type=integer jsonPath=".spec.groups"
 * @printColumn name=Ready type=integer jsonPath=".status.readyGroups"
 * @printColumn name=Available type=string jsonPath=".status.conditions[?(@.type=='Available')].status"
 * @printColumn name=Stage type=string jsonPath=".status.conditions[?(@.status=='False')].reason"
 * @printColumn name=Age type=date jsonPath=".metadata.creationTimestamp"
 * @cel self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$') "the name must begin with a letter and consist of at most 40 lower-case letters, digits and -, because names of Services contain it"
 */
export interface Broker extends CustomResource<"rocketmq.daocloud.io/v1", "Broker"> {
  spec: BrokerSpec;
  status?: BrokerStatus;
}

export const Broker = defineKind<Broker>("rocketmq.daocloud.io/v1", "Broker");
