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

import type { Client, EventRecorder, ReconcileContext } from "tsop";
import type { BrokerAdmin } from "../rocketmq/admin.js";
import type { ExternalStorageClient } from "../rocketmq/external_storage.js";
import type { BrokerMetrics } from "./metrics.js";

/** The dependencies of the stages. Tests replace them. */
export interface Tools {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly admin: BrokerAdmin;
  readonly storage: ExternalStorageClient;
  readonly metrics: BrokerMetrics;
  /** The number of milliseconds until the next check of a process that no event reports. */
  readonly soonMs: number;
}

/** The dependencies in one run. */
export type Run = Tools & Pick<ReconcileContext, "clock" | "log" | "signal" | "throwIfNotLeading">;

/** The state of a stage, which becomes the condition with its name. */
export interface Finding {
  readonly stage: "PreConfig" | "Sync" | "Finalize" | "Available";
  readonly isDone: boolean;
  /** One word in CamelCase. */
  readonly reason: string;
  readonly message: string;
}
