/** The generated modules with the definitions of the kinds that the extension API server serves. */

export const definitionFolder = "apiserver/definitions";

/** The generated permissions of the extension API server. */
export const serverRoleFile = "config/apiserver/role.yaml";

export interface DefinitionModule {
  readonly file: string;
  /** The name of the exported definition. */
  readonly exported: string;
}

/** Returns whether a file has the name of a generated definition. Others in the folder belong to the user. */
export function isDefinitionFile(file: string): boolean {
  const folder = `${definitionFolder}/`;
  return file.startsWith(folder) && /^[^/_]+_[^/_]+\.ts$/.test(file.slice(folder.length));
}

export function definitionModule(group: string, plural: string, kind: string): DefinitionModule {
  return { file: `${definitionFolder}/${group}_${plural}.ts`, exported: `${kind}Definition` };
}
