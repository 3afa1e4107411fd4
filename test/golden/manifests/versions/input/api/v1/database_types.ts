import { type CustomResource, defineKind, type Int32 } from "tsop";

/**
 * Database is a database.
 * @resource path=databases singular=database shortName=db;dbs categories=all;data scope=Cluster
 * @storageVersion
 */
export interface Database extends CustomResource<"abc.com/v1", "Database"> {
  spec: { engine: "mysql" | "postgres"; replicas?: Int32 };
  status?: { phase?: string };
}
export const Database = defineKind<Database>("abc.com/v1", "Database");
