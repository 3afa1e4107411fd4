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

import { type Client, createManager, type Manager } from "tsop";
import {
  FakeClock,
  recordingEventRecorder,
  type RecordingEventRecorder,
  TestEnvironment,
  type TestUser,
} from "tsop/testing";
import { MysqlBackupReconciler } from "../../controllers/mysqlbackup_controller.js";
import { MysqlClusterReconciler } from "../../controllers/mysqlcluster_controller.js";

/** The operator on an API server of its own, at a time that the test sets. */
export interface RunningOperator {
  readonly environment: TestEnvironment;
  readonly client: Client;
  /** Whose rights the operator has. */
  readonly user: TestUser;
  readonly clock: FakeClock;
  readonly events: RecordingEventRecorder;
  /** Ends the operator and begins another one, as a new version of it would. */
  readonly restart: (meanwhile?: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function runOperator(): Promise<RunningOperator> {
  const environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
  const user = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
  const clock = new FakeClock("2026-01-31T12:00:00Z");
  const events = recordingEventRecorder();
  const begin = async (): Promise<() => Promise<void>> => {
    const settings = {
      name: "mysql-test",
      config: user.config,
      healthProbeBindAddress: "0",
      logLevel: "error",
    } as const;
    const manager: Manager = await createManager({ ...settings, clock });
    new MysqlClusterReconciler(manager.client, events).setupWithManager(manager);
    new MysqlBackupReconciler(manager.client, events).setupWithManager(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    return async () => {
      stop.abort();
      await running;
    };
  };
  let end = await begin();
  return {
    environment,
    client: environment.client,
    user,
    clock,
    events,
    restart: async (meanwhile) => {
      await end();
      meanwhile?.();
      end = await begin();
    },
    stop: async () => {
      await end();
      await environment.stop();
    },
  };
}
