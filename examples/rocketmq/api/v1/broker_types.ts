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

/** BrokerStorage is the volume that each member has for its messages. */
export interface BrokerStorage {
  /**
   * How large it is.
   * @immutable
   * @example 10Gi
   */
  size: Quantity;
  /**
   * Class that provides it. Default: that of the cluster.
   * @immutable
   * @minLength 1
   * @maxLength 253
   */
  storageClassName?: string;
  /**
   * What becomes of the volumes of a group that goes.
   * @default Retain
   */
  reclaimPolicy?: "Retain" | "Delete";
}

/** ExternalStorage is a store outside of the cluster that brokers move old messages to. */
export interface ExternalStorage {
  /**
   * Where it is.
   * @pattern ^https?://[^\s]+$
   * @maxLength 1024
   * @example https://archive.example.com
   */
  url: string;
  /**
   * Secret in the same namespace whose key `token` lets the operator clear the store.
   * @minLength 1
   * @maxLength 253
   */
  secretName?: string;
  /**
   * What becomes of its messages when the Broker is deleted.
   * @default Delete
   */
  reclaimPolicy?: "Retain" | "Delete";
}

/** Exporter shows the brokers' figures to Prometheus. */
export interface Exporter {
  /**
   * Image of the RocketMQ exporter.
   * @minLength 1
   * @maxLength 255
   * @example apache/rocketmq-exporter:0.0.2
   */
  image: string;
  /**
   * What is run in it. Default: what the image says.
   * @minItems 1
   * @maxItems 16
   */
  command?: string[];
  /**
   * Whether to tell the Prometheus operator about it, where there is one.
   * @default true
   */
  serviceMonitor?: boolean;
}

/** BrokerSpec is the desired state of Broker. */
export interface BrokerSpec {
  /**
   * How many groups to run. Groups share the topics: more of them carry more messages.
   * @minimum 1
   * @maximum 16
   * @default 1
   * @specReplicas
   */
  groups?: Int32;
  /**
   * Members of a group. All have the same messages, and one leads; a group works while more than half of its members do.
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
   * Image of the broker.
   * @minLength 1
   * @maxLength 255
   * @example apache/rocketmq:5.3.2
   */
  image: string;
  /**
   * What is run in it; `-c FILE` is put behind it.
   * @minItems 1
   * @maxItems 16
   * @default ["sh", "mqbroker"]
   */
  command?: string[];
  /**
   * Settings of the brokers, as in broker.conf. What a running broker can change is changed without a restart; anything else is rolled out, member
   * by member and group by group.
   * @maxProperties 64
   * @keys.pattern ^[A-Za-z][A-Za-z0-9]*$
   * @keys.maxLength 63
   * @values.maxLength 1024
   * @values.pattern ^[^\r\n]*$
   * @cel !self.exists(key, key in ['brokerClusterName', 'brokerName', 'brokerId', 'brokerRole', 'listenPort', 'namesrvAddr', 'storePathRootDir', 'storePathCommitLog']) "names, ports, paths and name servers are set by the operator"
   * @cel !self.exists(key, key.startsWith('dLeger') || key == 'enableDLegerCommitLog') "DLedger is set up by the operator"
   */
  config?: Record<string, string>;
  /** Where messages are kept. */
  storage: BrokerStorage;
  /** Where old messages are moved to. */
  externalStorage?: ExternalStorage;
  /**
   * How long a group that is to go can still be read from. It takes no new messages in that time.
   * @minimum 0
   * @maximum 86400
   * @default 60
   */
  scaleInGraceSeconds?: Int32;
  /** What a member may take of its node. */
  resources?: ResourceRequirements;
  /** Without it, there is no exporter. */
  exporter?: Exporter;
}

/** BrokerNode is a member of a group, as it was last seen. */
export interface BrokerNode {
  /** Name of its pod. */
  name: string;
  /** Number of its group. */
  group: Int32;
  /** What it is in its group. */
  role: "Leader" | "Follower" | "Unknown";
  /** Whether it answers. */
  available: boolean;
  /** Where it listens, once it has an address. */
  address?: string;
}

/** BrokerStatus is the observed state of Broker. */
export interface BrokerStatus {
  /** The generation that the status is about. */
  observedGeneration?: Int32;
  /**
   * How many groups there are, with those that are about to go.
   * @statusReplicas
   */
  groups?: Int32;
  /** How many of them have a leader and a majority. */
  readyGroups?: Int32;
  /**
   * Labels of the members' pods.
   * @labelSelector
   */
  selector?: string;
  /**
   * Addresses of the name servers that the brokers were told.
   * @listType atomic
   */
  nameServers?: string[];
  /** Each member of each group. */
  nodes?: ListMap<BrokerNode, "name">;
  /**
   * How each stage stands: `PreConfig`, `Sync`, `Finalize`; and `Available`, whether every group has a leader and a majority.
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
 * @cel self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$') "the name begins with a letter, and has 40 small letters, digits and - at most: names of Services are made of it"
 */
export interface Broker extends CustomResource<"rocketmq.daocloud.io/v1", "Broker"> {
  spec: BrokerSpec;
  status?: BrokerStatus;
}

export const Broker = defineKind<Broker>("rocketmq.daocloud.io/v1", "Broker");
