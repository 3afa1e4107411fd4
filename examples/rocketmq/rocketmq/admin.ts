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

/** What the operator asks of a running broker. */
export interface BrokerAdmin {
  /** All settings, as they are in force; among them `brokerRole`, which says who leads. */
  settings(address: string, signal: AbortSignal): Promise<Properties>;
  /** Changes some of them, without a restart. */
  changeSettings(address: string, changes: Properties, signal: AbortSignal): Promise<void>;
}

/** Codes of the protocol's requests. */
const updateBrokerConfig = 25;
const getBrokerConfig = 26;

/** A member that does not answer must not hold up a worker for long: the next run asks again. */
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
