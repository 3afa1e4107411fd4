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

import { parseProperties, printProperties, type Properties } from "./properties.js";
import { call } from "./remoting.js";

/** The requests of the operator to a running broker. */
export interface BrokerAdmin {
  /** Returns the current settings, including `brokerRole`, which shows the leader. */
  settings(address: string, signal: AbortSignal): Promise<Properties>;
  /** Changes settings without a restart. */
  changeSettings(address: string, changes: Properties, signal: AbortSignal): Promise<void>;
}

/** The codes of the protocol's requests. */
const updateBrokerConfig = 25;
const getBrokerConfig = 26;

/** The time limit of a request: a member that does not respond must not block a worker. The next run tries again. */
const timeoutMs = 2_000;

export const brokerAdmin: BrokerAdmin = {
  async settings(address, signal) {
    return parseProperties(await call(address, getBrokerConfig, "", withTimeout(signal)));
  },
  async changeSettings(address, changes, signal) {
    await call(address, updateBrokerConfig, printProperties(changes), withTimeout(signal));
  },
};

function withTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}
