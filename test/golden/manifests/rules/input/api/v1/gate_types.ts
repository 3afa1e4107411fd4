import { type CustomResource, defineKind, type Duration, type Int32, type Quantity } from "tsop";

/**
 * @cel rule="self.least <= self.most" message="least must not be above most" reason=FieldValueInvalid fieldPath=".least"
 * @cel rule="has(self.open) || has(self.close)"
 * @cel rule="self.mode == 'Toll' ? has(self.price) : !has(self.price)" message="a price is for toll gates"
 * @cel rule="!has(oldSelf.owner) || has(self.owner)" message="an owner stays"
 * @cel rule="self.lanes.all(lane, lane.width <= self.most)" messageExpression="'no lane is as wide as a ' + self.mode + ' gate'"
 */
export interface GateSpec {
  least: Int32;
  most: Int32;
  mode: "Toll" | "Free";
  price?: Quantity;
  /** @cel rule="duration(self) >= duration('1m') && duration(self) <= duration('90m')" */
  open?: Duration;
  close?: Duration;
  /** @cel rule="self == oldSelf" message="the owner is for good" */
  owner?: string;
  /**
   * @maxItems 8
   * @minItems 2
   */
  lanes: Lane[];
  /**
   * @maxLength 100
   * @cel rule="self.matches('^[a-z]+\\\\.example\\\\.org$')"
   */
  host: string;
  /**
   * @maxLength 100
   * @cel rule="isURL(self) && url(self).getScheme() == 'ftp'" message="must be ftp://…"
   * @example "ftp://example.com/gate"
   */
  files: string;
  /**
   * @default "10.0.0.0/8"
   * @cel rule="isCIDR(self) && cidr(self).containsIP('10.1.2.3')"
   */
  network?: string;
  /** @cel rule="quantity(self).isGreaterThan(quantity('2Gi'))" */
  memory: Quantity;
  /**
   * @cel rule="self > 17 && self != 18"
   */
  stories: Int32;
  /**
   * @maxLength 20
   * @cel rule="self.startsWith('gate-')"
   */
  label: string;
  /**
   * @maxProperties 5
   * @cel rule="self.all(key, key.size() < 10)"
   */
  marks?: Record<string, string>;
  /**
   * @cel rule="oldSelf.hasValue() || self == 1" optionalOldSelf=true message="begins with 1"
   */
  round: Int32;
}

/** @cel rule="self.width * 2 > self.height" */
export interface Lane {
  width: Int32;
  height: Int32;
}

export interface GateStatus {
  /** @cel rule="self >= oldSelf" message="never goes back" */
  passed?: Int32;
}

/**
 * Gate has rules of all kinds, and samples that keep them.
 *
 * @resource scope=Cluster
 * @cel rule="self.metadata.name == 'main-gate'" message="there is one gate, and it is called main-gate"
 */
export interface Gate extends CustomResource<"rules.abc.com/v1", "Gate"> {
  spec: GateSpec;
  status?: GateStatus;
}
export const Gate = defineKind<Gate>("rules.abc.com/v1", "Gate");
