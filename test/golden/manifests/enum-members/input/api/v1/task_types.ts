import { type CustomResource, defineKind } from "tsop";
import * as shared from "./shared.js";
import { Phase, Size } from "./shared.js";

/** Runs once. */
interface Once {
  kind: shared.Mode.Once;
  at: string;
}

interface Often {
  kind: shared.Mode.Often;
  /** @minLength 1 */
  schedule: string;
}

class Retries {
  size = Size.Large;
  phase: Phase = Phase.Ready;
}

export interface TaskSpec {
  one?: Phase.Ready;
  some?: Phase.Ready | Phase.Failed;
  rest?: Exclude<Phase, Phase.Failed>;
  /** @default 1 */
  size?: Size.Small | Size.Medium;
  run: Once | Often;
  by?: Record<Phase.Ready | Phase.Failed, string>;
  text?: `is-${Phase.Ready}`;
  nullable?: Phase.Ready | null;
  retries?: Retries;
}

export interface Task extends CustomResource<"example.com/v1", "Task"> {
  spec: TaskSpec;
}
export const Task = defineKind<Task>("example.com/v1", "Task");
