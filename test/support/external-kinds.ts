/** A package of another project that exports kinds, as `tsc` builds one. */
import type { Files } from "./scaffolds.js";

export const issuer = { group: "certs", version: "v1", kind: "Issuer" };
/** The flags for the kind of the package. */
export const fromPackage = { externalApiPath: "@acme/kinds", externalApiDomain: "acme.com" };

const manifest = {
  ...{ name: "@acme/kinds", version: "1.2.0", type: "module", exports: { ".": "./index.js", "./types": "./types.js" } },
  peerDependencies: { tsop: "*" },
};

/** The files of the package. */
export const packageFiles: Files = {
  "package.json": JSON.stringify(manifest),
  "index.js": 'export { Issuer, Setting } from "./kinds.js";\nexport const limit = 3;\n',
  "index.d.ts":
    'export { Issuer, Setting } from "./kinds.js";\nexport * from "./types.js";\nexport declare const limit: number;\n',
  "kinds.js": `import { defineKind } from "tsop";
export const Issuer = defineKind("certs.acme.com/v1", "Issuer");
export const Setting = defineKind("certs.acme.com/v1", "Setting");
`,
  "kinds.d.ts": `import { type CustomResource } from "tsop";
export interface Issuer extends CustomResource<"certs.acme.com/v1", "Issuer"> {
    spec: {
        server: string;
    };
    status?: {
        ready?: boolean;
    };
}
export declare const Issuer: import("tsop").Kind<Issuer>;
/**
 * Setting configures a cluster.
 * @plural settings-of-cluster
 * @scope Cluster
 */
export interface Setting extends CustomResource<"certs.acme.com/v1", "Setting"> {
    spec?: {
        value?: string;
    };
}
export declare const Setting: import("tsop").Kind<Setting>;
`,
  "types.js": "export {};\n",
  "types.d.ts": `import { type CustomResource } from "tsop";
export interface Order extends CustomResource<"certs.acme.com/v1", "Order"> {
    spec?: {};
}
`,
};

/** Returns the files below the folder in which npm installs the package. */
export function installed(files: Files = packageFiles): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/@acme/kinds/${name}`, text]));
}

/** The types of a kind, as `import crd` writes them, outside of the folders of the project's own kinds. */
export const externalFile: Files = {
  "external/issuer_types.ts": `import { type CustomResource, defineKind } from "tsop";

/**
 * @imported
 */
export interface Issuer extends CustomResource<"certs.acme.com/v1", "Issuer"> {
  spec: { server: string };
  status?: { ready?: boolean };
}

export const Issuer = defineKind<Issuer>("certs.acme.com/v1", "Issuer");
`,
};
