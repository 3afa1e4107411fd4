import { type CustomResource, defineKind, type Int32 } from "tsop";

/** ReadingStatus is what the server computes for each read. */
export interface ReadingStatus {
  /** The number of containers of the Pod. */
  containers: Int32;
  /** How often the containers have restarted, all together. */
  restarts: Int32;
  /**
   * The phase of the Pod.
   * @selectable
   */
  phase: string;
}

/**
 * Reading sums up a Pod.
 * @shortName rd
 * @printColumn name=Containers type=integer jsonPath=".status.containers"
 * @printColumn name=Restarts type=integer jsonPath=".status.restarts"
 * @printColumn name=Phase type=string jsonPath=".status.phase" priority=1
 */
export interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
  status: ReadingStatus;
}

export const Reading = defineKind<Reading>("metrics.abc.com/v1", "Reading");
