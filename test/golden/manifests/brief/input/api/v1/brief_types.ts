import { type CustomResource, defineKind } from "tsop";

/**
 * BriefSpec has descriptions that are cut. The second sentence is one too many for this CRD.
 */
interface BriefSpec {
  /**
   * Short.
   */
  short?: string;
  /**
   * The first sentence fits. The second does not fit any more.
   */
  sentences?: string;
  /**
   * There is no end of a sentence before the limit of forty bytes
   */
  words?: string;
  /**
   * Averyveryveryveryveryveryveryverylongwordwithoutanyblank
   */
  oneWord?: string;
  /**
   * Is it a question? Then it ends there, and not here.
   */
  question?: string;
  /**
   * Lines
   * are kept as they are, up to the limit of bytes.
   */
  lines?: string[];
  /**
   * Präzise Ärgernisse überall, mit zwei Bytes je Umlaut.
   */
  umlauts?: Record<string, Inner>;
}

/**
 * Inner is where descriptions are cut as well as anywhere else.
 */
interface Inner {
  /**
   * TODO: this line is for programmers.
   * What is left. ---
   * More of it.
   * ---
   * This is not for readers of the API.
   */
  name?: string;
}

/**
 * Brief is a kind with a description that is too long as well.
 */
export interface Brief extends CustomResource<"brief.abc.com/v1", "Brief"> {
  spec: BriefSpec;
}
export const Brief = defineKind<Brief>("brief.abc.com/v1", "Brief");
