/** What a project says of its CRDs besides its types. */

export interface CrdSettings {
  /** The greatest length of a description, in bytes. Default: any. */
  readonly maxDescLen?: number;
  /** The same for the descriptions of Kubernetes' own types. Default: 0, none. */
  readonly maxImportedDescLen?: number;
}
