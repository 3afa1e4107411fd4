import type { DefinitionSpec, DefinitionVersion } from "./definition.js";
import { compareVersions } from "../../core/version-order.js";

/** What every answer of a deprecated version warns of. Source: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go. */
export function deprecationWarning(version: DefinitionVersion, spec: DefinitionSpec): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names, versions } = spec;
  const [newest] = versions
    .filter((each) => each.served && each.deprecated !== true && compareVersions(version.name, each.name) < 0)
    .map(({ name }) => name)
    .sort((left, right) => compareVersions(right, left));
  const said = `${group}/${version.name} ${names.kind ?? ""} is deprecated`;
  return newest === undefined ? said : `${said}; use ${group}/${newest} ${names.kind ?? ""}`;
}
