/** Texts that say at a glance what belongs in a field. Whether they are valid is for the schema to say. */

/** Texts of the forms that patterns in Kubernetes most often ask for. */
export const commonTexts: readonly string[] = [
  ...["example", "Example", "EXAMPLE", "sample-1", "a", "A", "1", "0", "v1", "1.0.0", "v1.0.0", "10m", "1h", "30s"],
  ...["100m", "1Gi", "50%", "example.com", "https://example.com", "http://example.com", "10.0.0.1", "10.0.0.0/24"],
  ...["8080", "/", "/example", "0 5 * * *", "nginx:latest", "example/example:v1", "a@example.com", "EXAMPLE_1", "a=b"],
  ...["#336699", "2026-01-31", "12:00", "2026-01-31T12:00:00Z", "123e4567-e89b-42d3-a456-426614174000", "us-east-1"],
  ...["sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "example-example", "exampleExample"],
];

const byName: readonly (readonly [end: RegExp, texts: readonly string[]])[] = [
  [/(?:timeout|duration|interval|period|delay|ttl)$/i, ["30s"]],
  [/(?:memory|storage|capacity|size)$/i, ["1Gi"]],
  [/cpu$/i, ["100m"]],
  [/image$/i, ["nginx:latest"]],
  [/(?:url|uri|endpoint)$/i, ["https://example.com"]],
  [/(?:host|hostname|domain)$/i, ["example.com"]],
  [/(?:schedule|cron)$/i, ["0 5 * * *"]],
  [/path$/i, ["/example"]],
  [/namespace$/i, ["default"]],
  [/version$/i, ["1.0.0", "v1"]],
  [/email$/i, ["someone@example.com"]],
];

export function textsForName(name: string): readonly string[] {
  return byName.find(([end]) => end.test(name))?.[1] ?? [];
}

/** The name itself, in the letters that names of objects may have. */
export function compactText(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, "").toLowerCase();
}
