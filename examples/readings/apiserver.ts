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

import { runManager } from "tsop";
import { createExtensionServer } from "tsop/apiserver";
import { Pod } from "tsop/k8s/core/v1";
import { readingResource } from "./apiserver/reading_resource.js";
import { measurementResource } from "./apiserver/measurement_resource.js";

// The extension API server: kube-apiserver passes the requests for its kinds on (config/apiserver). A process of its own runs it:
// `node dist/apiserver.js --help` lists the flags.
await runManager({ name: "readings-apiserver" }, async (manager) => {
  manager.cacheFor(Pod); // a read of Readings then sends no request for Pods
  manager.add(
    await createExtensionServer({
      // `tsop create apiserver` adds kinds here.
      resources: [readingResource(manager.client), measurementResource()],
      config: manager.config,
      log: manager.log,
    }),
  );
});
