import { type Defaulter, field, type Validator } from "tsop";
import type { Widget } from "./widget.js";

/** Sets the size of a widget without a size, and rejects negative sizes. The Go version is ../controller-runtime/webhook.go. */
export const widgetWebhook: Defaulter<Widget> & Validator<Widget> = {
  default: (widget) => {
    if (widget.spec.size === 0) widget.spec.size = 1;
  },
  validateCreate: checkSize,
  validateUpdate: (_old, widget) => checkSize(widget),
};

function checkSize({ spec }: Widget) {
  return spec.size < 0 ? [field.invalid("spec.size", spec.size, "must not be negative")] : [];
}
