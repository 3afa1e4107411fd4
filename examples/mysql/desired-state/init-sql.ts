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

import type { Secret } from "tsop/k8s/core/v1";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { metadataOf, names } from "./names.js";

/** The maximum number of nodes. Each node has its own file, so that scaling restarts no node. */
const maximalReplicas = 9;

export interface Credentials {
  readonly rootPassword: string;
  /** A database and its user. */
  readonly account?: { readonly user: string; readonly password: string; readonly database: string };
}

/** The credentials of a Secret, or the names of its missing keys. */
export type ReadCredentials =
  | { readonly kind: "credentials"; readonly credentials: Credentials }
  | { readonly kind: "lacking"; readonly keys: readonly string[] };

export function readCredentials({ data = {} }: Pick<Secret, "data">): ReadCredentials {
  const value = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  const lacking = (keys: readonly string[]): string[] => keys.filter((key) => value(key) === "");
  const accountKeys = ["USER", "PASSWORD", "DATABASE"];
  const hasAccount = lacking(accountKeys).length < accountKeys.length;
  const keys = lacking(hasAccount ? ["ROOT_PASSWORD", ...accountKeys] : ["ROOT_PASSWORD"]);
  if (keys.length > 0) return { kind: "lacking", keys };
  const account = { user: value("USER"), password: value("PASSWORD"), database: value("DATABASE") };
  return {
    kind: "credentials",
    credentials: { rootPassword: value("ROOT_PASSWORD"), ...(hasAccount ? { account } : {}) },
  };
}

/**
 * Returns the SQL that each node runs at start: the current passwords of the Secret, and for all nodes except the first the
 * source of the replication. mysqld requires one statement per line.
 *
 * @param primaryHost - the address of the first node
 */
export function initSecret(cluster: MysqlCluster, credentials: Credentials, primaryHost: string): Secret {
  const files = Array.from({ length: maximalReplicas }, (_, index): [string, string] => {
    const following = index === 0 ? [] : follow(credentials, primaryHost);
    const statements = ["SET sql_log_bin = 0", ...accounts(credentials), "SET sql_log_bin = 1", ...following];
    const text = statements.map((statement) => `${statement};\n`).join("");
    return [`${index}.sql`, Buffer.from(text).toString("base64")];
  });
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: metadataOf(cluster, names.init(cluster.metadata.name)),
    type: "Opaque",
    data: Object.fromEntries(files),
  };
}

function accounts({ rootPassword, account }: Credentials): string[] {
  return [
    ...withPassword("root", rootPassword),
    "GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION",
    ...(account === undefined
      ? []
      : [
          `CREATE DATABASE IF NOT EXISTS ${identifier(account.database)}`,
          ...withPassword(account.user, account.password),
          `GRANT ALL ON ${identifier(account.database)}.* TO ${text(account.user)}@'%'`,
        ]),
  ];
}

function withPassword(user: string, password: string): string[] {
  return ["CREATE USER IF NOT EXISTS", "ALTER USER"].map(
    (verb) => `${verb} ${text(user)}@'%' IDENTIFIED BY ${text(password)}`,
  );
}

function follow({ rootPassword }: Credentials, host: string): string[] {
  const source = `SOURCE_HOST = ${text(host)}, SOURCE_USER = 'root', SOURCE_PASSWORD = ${text(rootPassword)}`;
  return [
    "STOP REPLICA",
    `CHANGE REPLICATION SOURCE TO ${source}, SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
    "START REPLICA",
    "SET GLOBAL super_read_only = ON",
  ];
}

/** Returns a string literal of SQL, on one line. */
export function text(value: string): string {
  const escapes: Readonly<Record<string, string>> = {
    "\\": "\\\\",
    "'": "\\'",
    "\n": "\\n",
    "\r": "\\r",
    "\0": "\\0",
  };
  return `'${value.replace(/[\\'\n\r\0]/g, (character) => escapes[character] ?? "")}'`;
}

function identifier(value: string): string {
  return `\`${value.replace(/`/g, "``").replace(/[\n\r\0]/g, "")}\``;
}
