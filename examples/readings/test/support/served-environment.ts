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

import { createLiveClient } from "tsop";
import { createExtensionServer } from "tsop/apiserver";
import { TestEnvironment } from "tsop/testing";
import { Measurement } from "../../api/v1/measurement_types.js";
import { Reading } from "../../api/v1/reading_types.js";
import { measurementResource } from "../../apiserver/measurement_resource.js";
import { readingResource } from "../../apiserver/reading_resource.js";

export interface ServedEnvironment {
  readonly environment: TestEnvironment;
  stop(): Promise<void>;
}

/** Starts an API server, and behind it the server of this project with the permissions of its role. */
export async function startServed(): Promise<ServedEnvironment> {
  const environment = await TestEnvironment.start({ crds: [] });
  const options = await environment.extensionServer({ roles: ["config/apiserver/role.yaml"] });
  const client = createLiveClient(options.config);
  const extension = await createExtensionServer({
    ...options,
    resources: [readingResource(client), measurementResource()],
  });
  const server = await extension.open();
  await environment.installExtension(server, Reading, Measurement);
  return {
    environment,
    stop: async () => {
      await server.close();
      client.close();
      await environment.stop();
    },
  };
}
