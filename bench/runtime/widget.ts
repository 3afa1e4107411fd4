import { type CustomResource, defineKind, type Int64 } from "tsop";

/** The kind that both operators reconcile. The Go version is in ../controller-runtime/widget.go. */
export interface Widget extends CustomResource<"bench.tsop.dev/v1", "Widget"> {
  spec: {
    size: Int64;
    rules?: unknown[];
    text?: string;
    /** The time when the change was sent, in microseconds since 1970. */
    sentAt?: Int64;
  };
  status?: { ready?: boolean; observedGeneration?: Int64 };
}

export const Widget = defineKind<Widget>("bench.tsop.dev/v1", "Widget");
