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

import { type Client, getControllerOf, isAlreadyExists, setControllerReference } from "tsop";
import { Job } from "tsop/k8s/batch/v1";
import type { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";

/**
 * Returns the Job with this name, and creates it if it does not exist. Does not change an existing Job: Kubernetes does not
 * allow changes of its template, and its work may be half done.
 */
export async function ownedJob(client: Client, owner: MysqlBackup | MysqlCluster, wanted: Job): Promise<Job> {
  const existing = await client.get(Job, wanted.metadata);
  if (existing !== undefined) {
    if (getControllerOf(existing)?.uid === owner.metadata.uid) return existing;
    throw new Error(`the Job ${wanted.metadata.name} belongs to another owner; delete it, or use another name`);
  }
  setControllerReference(owner, wanted);
  try {
    return await client.create<Job>(wanted);
  } catch (error) {
    if (isAlreadyExists(error)) return client.getOrThrow(Job, wanted.metadata);
    throw error;
  }
}
