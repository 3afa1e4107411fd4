/** Records in PROJECT which kinds the project's extension API server serves. */
import { defined } from "../core/defined.js";
import { withNewNames, withResource } from "./edit.js";
import { extensionKey, parseProject } from "./parse.js";
import { withPlugin } from "./plugins.js";
import { findResource, type Resource } from "./project.js";

/** Adds a resource that the server serves, or replaces its entry. */
export function withExtensionResource(text: string, resource: Resource): string {
  const next = withResource(text, resource);
  const { resources } = parseProject(next);
  const isSame = (each: Resource): boolean => each === findResource({ resources }, resource);
  return withExtensions(
    next,
    resources.map((each) => (isSame(each) ? resource : each)),
  );
}

/** Removes the record of a resource, whose entry stays. */
export function withoutExtension(text: string, resource: Resource): string {
  const { resources } = parseProject(text);
  const gone = findResource({ resources }, resource);
  return withExtensions(
    text,
    resources.filter((each) => each !== gone),
  );
}

/** Changes the names of resources, and the domain of the project. Everything else in PROJECT stays. */
export function withRenamedResources(
  text: string,
  renamed: readonly { readonly from: Resource; readonly to: Resource }[],
  domain?: string,
): string {
  const { resources } = parseProject(text);
  const moved = new Map(renamed.map(({ from, to }) => [findResource({ resources }, from), to]));
  return withExtensions(
    withNewNames(text, renamed, domain),
    resources.map((each) => moved.get(each) ?? each),
  );
}

/** Replaces the record: it then has an entry for each of the resources that the server serves. */
function withExtensions(text: string, resources: readonly Resource[]): string {
  const entries = resources.flatMap(({ domain, group, kind, version, extension }) =>
    extension === undefined
      ? []
      : [
          defined({
            domain: domain || undefined,
            group: group || undefined,
            kind,
            storage: extension.storage,
            version,
          }),
        ],
  );
  return withPlugin(text, extensionKey, entries.length === 0 ? undefined : { resources: entries });
}
