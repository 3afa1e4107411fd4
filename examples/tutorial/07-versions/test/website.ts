import type { Website } from "../api/v2/website_types.js";

/** A valid Website. */
export const website: Website = {
  apiVersion: "web.example.com/v2",
  kind: "Website",
  metadata: { namespace: "default", name: "home" },
  spec: {
    content: { html: "<title>Home</title><h1>Hello</h1>", css: "h1 { color: teal; }" },
    replicas: 2,
  },
};
