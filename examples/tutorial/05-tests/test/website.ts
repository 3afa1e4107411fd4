import type { Website } from "../api/v1/website_types.js";

/** A valid Website. */
export const website: Website = {
  apiVersion: "web.example.com/v1",
  kind: "Website",
  metadata: { namespace: "default", name: "home" },
  spec: { html: "<title>Home</title><h1>Hello</h1>", replicas: 2 },
};
