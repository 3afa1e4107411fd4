import { type ObjectPart, spoke } from "tsop";
import { Website } from "../../api/v1/website_types.js";
import type { Website as Hub } from "../../api/v2/website_types.js";

/** The annotation in which an object of v1 keeps the style sheet. */
const cssAnnotation = "web.example.com/css";

/** Converts a Website between v1 and v2. */
export const websiteV1 = spoke(Website, {
  toHub: ({ metadata, spec: { html, ...spec }, status }) => {
    const { [cssAnnotation]: css, ...annotations } = metadata.annotations ?? {};
    const hasContent = html !== undefined || css !== undefined;
    return {
      ...(css === undefined ? {} : { metadata: { annotations } }),
      spec: { ...spec, content: hasContent ? { html, css } : undefined },
      status,
    };
  },
  fromHub: ({ metadata, spec: { content, ...spec }, status }: ObjectPart<Hub>) => {
    const { html, css } = content ?? {};
    return {
      ...(css === undefined ? {} : { metadata: { annotations: { ...metadata.annotations, [cssAnnotation]: css } } }),
      spec: { ...spec, html },
      status,
    };
  },
});
