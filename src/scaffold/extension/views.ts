/** The views of the templates of an extension API server. */

/** A kind that the extension API server serves. */
export interface ExtensionView {
  readonly header: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly kindTags: readonly string[];
  readonly namespaced: boolean;
  readonly typesModule: string;
  readonly group: string;
  readonly isVirtual: boolean;
  readonly isMemory: boolean;
  readonly isCluster: boolean;
  /** The ending of the file that keeps the objects; empty without one. */
  readonly fileEnding: string;
  /** The function of `tsop/apiserver`. */
  readonly storageFunction: string;
  readonly kindLower: string;
  readonly variable: string;
  readonly resourceFunction: string;
  readonly definition: string;
  readonly definitionFile: string;
  readonly definitionModule: string;
  readonly sampleFile: string;
}

/** The file of the defaulter and the validator. */
export interface RulesView {
  readonly header: string;
  /** The text between the braces of the import from tsop. */
  readonly imports: string;
  readonly kind: string;
  readonly typesModule: string;
}

export interface ApiserverView {
  readonly header: string;
  readonly projectName: string;
  readonly resourceFunction: string;
  readonly resourceModule: string;
}

export interface ApiServiceView {
  readonly projectNameYaml: string;
  readonly group: string;
  readonly version: string;
}

export interface ExtensionStorageView {
  readonly projectNameYaml: string;
}

export interface ApiserverConfigView {
  readonly projectNameYaml: string;
  readonly apiServices: readonly string[];
}
