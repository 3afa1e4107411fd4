/** The data of the templates. A test compares each template with its view. */
import type {
  ApiserverConfigView,
  ApiServiceView,
  ApiserverView,
  ExtensionStorageView,
  ExtensionView,
  RulesView,
} from "./extension/views.js";

export interface InitView {
  /** The licence header as a comment, followed by a blank line; or an empty text. */
  readonly header: string;
  readonly projectName: string;
  /** The project name as a YAML value: quoted if YAML would read another type. */
  readonly projectNameYaml: string;
  readonly domain: string;
  readonly namespaced: boolean;
  /** `Role` in a namespaced project, `ClusterRole` otherwise. */
  readonly roleKind: string;
  /** The code in main.ts for each kind. */
  readonly wired: readonly WiredView[];
}

/** Each value in JSON notation; an empty text if there is no value. */
export interface PackageJsonView {
  readonly name: string;
  readonly license: string;
  readonly author: string;
  readonly tsop: string;
}

export interface WiredView {
  /** The text between the braces of the import. */
  readonly imported: string;
  readonly module: string;
  readonly call: string;
}

export interface ApiView {
  readonly header: string;
  readonly projectNameYaml: string;
  readonly kind: string;
  readonly kindLower: string;
  readonly apiVersion: string;
  /** The full group. */
  readonly group: string;
  readonly groupYaml: string;
  readonly plural: string;
  readonly pluralYaml: string;
  /** The tags for the comment of the kind, one per line. */
  readonly kindTags: readonly string[];
  /** Whether the kind is namespaced. */
  readonly namespaced: boolean;
  /** The namespace for a test; empty for a cluster-scoped kind. */
  readonly namespace: string;
  /** The module from which the controller imports the kind. */
  readonly typesModule: string;
  /** The name of the controller's file without its extension. */
  readonly controllerFile: string;
  readonly controllerName: string;
  /** The class in the controller's file. */
  readonly reconciler: string;
  /** The variable name for an object of the kind. */
  readonly variable: string;
  readonly roleKind: string;
  readonly rolePrefix: string;
  readonly roleNamespaced: boolean;
}

/** The view for the types of a version that starts as a copy of another version. */
export interface VersionTypesView {
  readonly header: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly kindTags: readonly string[];
  /** The name of the other version. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasSpec: boolean;
  readonly hasStatus: boolean;
  /** Whether the server computes the status of each object. */
  readonly isVirtual: boolean;
}

export interface ModesView {
  readonly projectNameYaml: string;
}

export interface WebhookView {
  readonly header: string;
  readonly kind: string;
  /** The module from which the webhook's file imports the kind. */
  readonly typesModule: string;
}

export interface WebhookTestView {
  readonly header: string;
  readonly kind: string;
  readonly kindLower: string;
  readonly typesModule: string;
  readonly webhookModule: string;
  /** The file of the sample; empty if there is none. */
  readonly sampleFile: string;
  /** The sample as code, if there is no file. */
  readonly sampleObject: string;
  /** The CRD of an external kind as code; empty for other kinds. */
  readonly crd: string;
  readonly namespaced: boolean;
}

/** The view for the test of one handler. */
export interface HandlerTestView {
  readonly kind: string;
}

/** The view for the class of one handler. */
export interface HandlerView {
  readonly name: string;
  readonly kind: string;
  /** The variable name for an object of the kind. */
  readonly variable: string;
}

export interface ConversionView {
  readonly header: string;
  /** The text between the braces of the import from tsop. */
  readonly imports: string;
  readonly kind: string;
  readonly spokeModule: string;
  readonly hubModule: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly constant: string;
  readonly toHub: readonly MappedFieldView[];
  /** Comments about the fields that only the source has. */
  readonly toHubLost: readonly string[];
  readonly fromHub: readonly MappedFieldView[];
  readonly fromHubLost: readonly string[];
  readonly functions: readonly ConversionFunctionView[];
  /** The functions that read texts. */
  readonly parsers: readonly string[];
  /** The option of the same name, as TypeScript; empty if no list has keys. */
  readonly listKeys: string;
}

export interface ConversionFunctionView {
  readonly name: string;
  /** The parameter with its type; empty if the function reads nothing. */
  readonly parameter: string;
  /** The name of the type. */
  readonly target: string;
  readonly fields: readonly MappedFieldView[];
  /** The code that copies the other fields; empty if there are none. */
  readonly rest: string;
  /** Comments about the fields that only the source has. */
  readonly lost: readonly string[];
}

export interface MappedFieldView {
  readonly property: string;
  /** An expression. */
  readonly value: string;
  /** Comments above the field. */
  readonly notes: readonly string[];
}

export interface ConversionTestView {
  readonly header: string;
  readonly kind: string;
  readonly hubModule: string;
  readonly conversionModule: string;
  readonly version: string;
  readonly hubVersion: string;
  readonly constant: string;
  /** The file of the CRD. */
  readonly crd: string;
  /** The definition of a kind that the extension API server serves; empty for other kinds. */
  readonly definition: string;
  readonly definitionModule: string;
  /** The option of the same name, as TypeScript; empty if the conversion sets all fields. */
  readonly converts: string;
}

export interface WebhookConfigView {
  readonly projectNameYaml: string;
  readonly hasConversions: boolean;
  /** The names of the CRDs whose versions the operator converts. */
  readonly convertedCrds: readonly string[];
}

/** A kind whose operator runs an image. Optional values are texts of TypeScript; an empty text if there is no value. */
export interface DeployImageView {
  readonly header: string;
  readonly kind: string;
  readonly kindLower: string;
  readonly apiVersion: string;
  readonly typesModule: string;
  readonly controllerFile: string;
  readonly controllerName: string;
  readonly reconciler: string;
  readonly variable: string;
  readonly roleNamespaced: boolean;
  /** The environment variable that names the image. */
  readonly imageVariable: string;
  readonly imageText: string;
  readonly command: string;
  readonly port: string;
  readonly runAsUser: string;
}

export interface LicenseView {
  /** `Copyright 2026 zhangsan` */
  readonly copyright: string;
}

/** Folders in which all files use the same view. */
export const folderViews = {
  "init/": "InitView",
  "modes/config/": "ModesView",
  "webhook/config/": "WebhookConfigView",
  "apiserver/config/": "ApiserverConfigView",
} as const;

export type InitTemplate = `init/${string}`;

/** The names of all other templates, by view. */
export const templateNames = {
  PackageJsonView: ["init/package.json.hbs"],
  ApiView: [
    "api/bare-controller.test.ts.hbs",
    "api/bare-controller.ts.hbs",
    "api/config/rbac/admin_role.yaml.hbs",
    "api/config/rbac/editor_role.yaml.hbs",
    "api/config/rbac/viewer_role.yaml.hbs",
    "api/controller.test.ts.hbs",
    "api/controller.ts.hbs",
    "api/crd-kustomization.yaml.hbs",
    "api/types.ts.hbs",
  ],
  VersionTypesView: ["api/version-types.ts.hbs"],
  WebhookView: ["webhook/webhook.ts.hbs"],
  WebhookTestView: ["webhook/webhook.test.ts.hbs"],
  HandlerView: ["webhook/defaulter.ts.hbs", "webhook/validator.ts.hbs"],
  HandlerTestView: ["webhook/defaulter-call.test.ts.hbs", "webhook/validator-call.test.ts.hbs"],
  ConversionView: ["webhook/conversion.ts.hbs"],
  ConversionTestView: ["webhook/conversion.test.ts.hbs"],
  DeployImageView: [
    "deploy-image/controller.test.ts.hbs",
    "deploy-image/controller.ts.hbs",
    "deploy-image/spec.ts.hbs",
  ],
  ExtensionView: [
    "apiserver/resource.ts.hbs",
    "apiserver/resource.test.ts.hbs",
    "apiserver/types.ts.hbs",
    "apiserver/rules.test.ts.hbs",
  ],
  RulesView: ["apiserver/rules.ts.hbs"],
  ApiserverView: ["apiserver/apiserver.ts.hbs"],
  ApiServiceView: ["apiserver/apiservice.yaml.hbs"],
  ExtensionStorageView: [
    "apiserver/data_claim.yaml.hbs",
    "apiserver/data_patch.yaml.hbs",
    "apiserver/storage_role.yaml.hbs",
    "apiserver/storage_role_binding.yaml.hbs",
  ],
  LicenseView: ["license/apache2-header.hbs", "license/apache2.hbs", "license/mit-header.hbs", "license/mit.hbs"],
} as const;

/** All templates, and the view of each. */
export type TemplateViews = Record<InitTemplate, InitView> &
  Record<`modes/config/${string}`, ModesView> &
  Record<`webhook/config/${string}`, WebhookConfigView> &
  Record<`apiserver/config/${string}`, ApiserverConfigView> &
  Record<(typeof templateNames.ExtensionView)[number], ExtensionView> &
  Record<(typeof templateNames.RulesView)[number], RulesView> &
  Record<(typeof templateNames.ApiserverView)[number], ApiserverView> &
  Record<(typeof templateNames.ApiServiceView)[number], ApiServiceView> &
  Record<(typeof templateNames.ExtensionStorageView)[number], ExtensionStorageView> &
  Record<(typeof templateNames.PackageJsonView)[number], PackageJsonView> &
  Record<(typeof templateNames.ApiView)[number], ApiView> &
  Record<(typeof templateNames.VersionTypesView)[number], VersionTypesView> &
  Record<(typeof templateNames.WebhookView)[number], WebhookView> &
  Record<(typeof templateNames.WebhookTestView)[number], WebhookTestView> &
  Record<(typeof templateNames.HandlerView)[number], HandlerView> &
  Record<(typeof templateNames.HandlerTestView)[number], HandlerTestView> &
  Record<(typeof templateNames.ConversionView)[number], ConversionView> &
  Record<(typeof templateNames.ConversionTestView)[number], ConversionTestView> &
  Record<(typeof templateNames.DeployImageView)[number], DeployImageView> &
  Record<(typeof templateNames.LicenseView)[number], LicenseView>;
