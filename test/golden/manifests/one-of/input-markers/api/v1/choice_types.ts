import { type CustomResource, defineKind } from "tsop";

// +kubebuilder:validation:ExactlyOneOf=file;url;text
interface Source {
  file?: string;
  url?: string;
  text?: string;
}

// +kubebuilder:validation:AtMostOneOf=always;never
// +kubebuilder:validation:AtMostOneOf=daily;weekly
interface Schedule {
  always?: {};
  never?: boolean;
  daily?: boolean;
  weekly?: boolean;
}

// +kubebuilder:validation:AtLeastOneOf=email;phone
// +kubebuilder:validation:XValidation:rule="!has(self.phone) || self.phone.size() > 3",message="too short"
// +kubebuilder:validation:AtMostOneOf=home;work
// +kubebuilder:validation:ExactlyOneOf=first;nick
interface Contact {
  email?: string;
  phone?: string;
  home?: string;
  work?: string;
  first?: string;
  nick?: string;
}

// +kubebuilder:validation:ExactlyOneOf=source;schedule
export interface ChoiceSpec {
  source?: Source;
  schedule?: Schedule;
  // +kubebuilder:validation:MaxItems=5
  contacts?: Contact[];
}

export interface Choice extends CustomResource<"oneof.abc.com/v1", "Choice"> {
  spec: ChoiceSpec;
}
export const Choice = defineKind<Choice>("oneof.abc.com/v1", "Choice");
