import { tag, type TagRecord } from "../tag-record.js";

/** Tags for the ClusterServiceVersion of an OLM bundle, with operator-sdk's names. */
export const csvTags: readonly TagRecord[] = [
  tag(
    '@csv displayName="Database size" xDescriptors=urn:alm:descriptor:com.tectonic.ui:text order=1',
    ["kind", "field"],
    {
      markers: ["operator-sdk:csv:customresourcedefinitions"],
      argument: {
        kind: "record",
        fields: {
          displayName: { type: "text" },
          xDescriptors: { type: "words" },
          order: { type: "integer" },
          resources: { type: "tuples" },
          type: { type: "text" },
        },
      },
      repeatable: true,
      summary:
        "How the OLM bundle describes a kind or a field: `displayName`, `order`, on fields `xDescriptors`, and on kinds " +
        "`resources={{Deployment,v1},{Secret,v1}}`. operator-sdk's `type=spec` or `type=status` limits it to that section.",
    },
  ),
];
