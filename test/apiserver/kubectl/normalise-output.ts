/** Hides values in kubectl's output that differ between runs and servers. */

export interface OutputPlace {
  readonly namespace: string;
  readonly folder: string;
  /** The URL of the server: `https://127.0.0.1:6443`. */
  readonly url: string;
}

const age = String.raw`\d+[smhd](?:\d+[smh])?`;

const hidden: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "$uid"],
  [/eyJ[\w-]{20,}\.[\w-]+\.[\w-]+/g, "$jwt"],
  [/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----(?:\\n)?/g, "$certificate"],
  // As many certificates as the authority has.
  [/(?:\$certificate\s*)+/g, "$certificate\n"],
  [/20[23]\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "$time"],
  [/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "$time"],
  [/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4}/g, "$time"],
  [/(?<=kube-api-access-)[a-z0-9]{5}/g, "$name"],
  [/(?<=resourceVersion\\?"?: ?\\?"?)\d+/gi, "$version"],
  [/(?<=Resource Version: +)\d+/g, "$version"],
  [/(?<=uid\\?"?: ?\\?"?)\$uid"?/g, "$uid"],
  // Whether kubectl prints this depends on which goroutine notices the timeout first.
  [/^.*watch ended with error.*very short watch.*\n/gm, ""],
  [/^.*"Failed to watch" err="context deadline exceeded".*\n/gm, ""],
  // kube-apiserver may look for lost addresses at the moment when a Service is created, and then reports an address too soon.
  [/^ +Warning +ClusterIPNotAllocated .*ipallocator-repair-controller.*\n/gm, ""],
  [/^Events:\n +Type .*\n +---- .*\n(?! )/gm, "Events:  <none>\n"],
  // The prefix that klog prints.
  [/^[EWI]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, "$klog "],
  [/(?<=LIVE-|MERGED-|kubectl-edit-)\d+/g, "$number"],
  [/\b10\.0\.0\.\d{1,3}\b/g, "$address"],
  [/\b3[012]\d{3}\b/g, "$port"],
  [new RegExp(String.raw`(?<![\w.-])${age}(?![\w-])`, "g"), "$age"],
];

export function normaliseOutput(text: string, { namespace, folder, url }: OutputPlace): string {
  let result = text
    .replaceAll(folder, "$folder")
    .replaceAll(namespace, "$NS")
    .replaceAll(url.replace("https://", ""), "$server");
  for (const [pattern, name] of hidden) result = result.replaceAll(pattern, () => name);
  // Columns are as wide as their contents.
  return result.replaceAll(/(?<=\S) {2,}/g, "  ").replaceAll(/ +$/gm, "");
}
