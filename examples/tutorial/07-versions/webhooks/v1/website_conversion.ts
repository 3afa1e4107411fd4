import { type ObjectPart, spoke } from "tsop";
import { Website } from "../../api/v1/website_types.js";
import type { Website as Hub } from "../../api/v2/website_types.js";

/** Converts a Website between v1 and v2. */
export const websiteV1 = spoke(
  Website,
  {
    toHub: ({ spec: { html, ...spec }, status }) => ({
      spec: { ...spec, content: html === undefined ? undefined : { html } },
      status,
    }),
    fromHub: ({ spec: { content, ...spec }, status }: ObjectPart<Hub>) => ({
      spec: { ...spec, html: content?.html },
      status,
    }),
  },
  { keepLost: true },
);
