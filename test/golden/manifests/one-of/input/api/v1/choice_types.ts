import { type CustomResource, defineKind } from "tsop";

/** @exactlyOneOf file;url;text */
interface Source {
  file?: string;
  url?: string;
  text?: string;
}

/**
 * @atMostOneOf always;never
 * @atMostOneOf daily, weekly
 */
interface Schedule {
  always?: {};
  never?: boolean;
  daily?: boolean;
  weekly?: boolean;
}

/**
 * @atLeastOneOf email phone
 * @cel !has(self.phone) || self.phone.size() > 3 "too short"
 * @atMostOneOf home;work
 * @exactlyOneOf first;nick
 */
interface Contact {
  email?: string;
  phone?: string;
  home?: string;
  work?: string;
  first?: string;
  nick?: string;
}

/** @exactlyOneOf source;schedule */
export interface ChoiceSpec {
  source?: Source;
  schedule?: Schedule;
  /** @maxItems 5 */
  contacts?: Contact[];
}

export interface Choice extends CustomResource<"oneof.abc.com/v1", "Choice"> {
  spec: ChoiceSpec;
}
export const Choice = defineKind<Choice>("oneof.abc.com/v1", "Choice");
