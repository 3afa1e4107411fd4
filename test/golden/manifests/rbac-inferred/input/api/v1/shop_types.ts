import { type CustomResource, defineKind, type Int32 } from "tsop";

export interface ShopSpec {
  replicas?: Int32;
}

export interface Shop extends CustomResource<"inferred.abc.com/v1", "Shop"> {
  spec?: ShopSpec;
  status?: { ready?: boolean };
}
export const Shop = defineKind<Shop>("inferred.abc.com/v1", "Shop");

/** @scope Cluster */
export interface Region extends CustomResource<"inferred.abc.com/v1", "Region"> {
  spec?: { name?: string };
}
export const Region = defineKind<Region>("inferred.abc.com/v1", "Region");
