/** Generates the pages of the API from the docstrings, with TypeDoc. */
import path from "node:path";
import {
  type Application as App,
  Application,
  Comment,
  type Context,
  Converter,
  type DeclarationReflection,
  LogLevel,
  type PageDefinition,
  type Reflection,
  ReflectionKind,
  TSConfigReader,
  type TypeDocOptions,
} from "typedoc";
import { MemberRouter, type PluginOptions } from "typedoc-plugin-markdown";
import { generatedFolder } from "./pages.js";

/** Names of modules that define Kubernetes' own kinds. */
const kubernetes = /^tsop\/k8s\/(?<group>[^/]+)\/(?<version>[^/]+)$/;

/** The modules whose folders have other names. */
const importNames: Readonly<Record<string, string>> = { index: "tsop", extension: "tsop/apiserver" };

/** Gives each export its own page, except Kubernetes' types: their hundreds share a page per group and version. */
class ApiRouter extends MemberRouter {
  readonly #all = this.membersWithOwnFile;

  override buildChildPages(reflection: Reflection, outPages: PageDefinition[]): void {
    if (reflection.kind === ReflectionKind.Module) {
      this.membersWithOwnFile = kubernetes.test(reflection.name) ? [] : this.#all;
    }
    super.buildChildPages(reflection, outPages);
  }
}

/** Generates the pages below `site/generated/`. @throws Error if the sources do not compile, or a link has no target */
export async function generateApi(root: string): Promise<void> {
  const out = path.join(root, generatedFolder, "reference/api");
  const options: TypeDocOptions & Partial<PluginOptions> & { readonly docsRoot: string } = {
    name: "API",
    entryPoints: [
      ...["src/index.ts", "src/testing/index.ts", "src/migrate/index.ts", "src/extension/index.ts"],
      ...["src/client-node/index.ts", "src/plugin/index.ts"],
      "src/k8s/*/*.ts",
    ].map((file) => path.join(root, file)),
    tsconfig: path.join(root, "tsconfig.library.json"),
    plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
    out,
    docsRoot: path.join(root, generatedFolder),
    router: "tsop",
    readme: "none",
    logLevel: LogLevel.Warn,
    skipErrorChecking: true, // `npm run lint` reports them
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    navigation: { includeGroups: true, includeCategories: false, includeFolders: false },
    useCodeBlocks: true,
    expandParameters: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "htmlTable",
    classPropertiesFormat: "htmlTable",
    typeAliasPropertiesFormat: "htmlTable",
    typeDeclarationFormat: "htmlTable",
    enumMembersFormat: "table",
    indexFormat: "table",
    tableColumnSettings: {
      hideSources: true,
      hideInherited: true,
      hideOverrides: true,
      hideModifiers: true,
      leftAlignHeaders: true,
    },
    pageTitleTemplates: { index: "API", module: "{rawName}", member: "{name}" },
    sanitizeComments: true,
    useHTMLEncodedBrackets: true,
  };
  const app = await Application.bootstrapWithPlugins(options, [new TSConfigReader()]);
  app.renderer.defineRouter("tsop", ApiRouter);
  nameModules(app);
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the sources");
  app.validate(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("TypeDoc reported problems: see above");
  await app.generateOutputs(project);
}

/** Names the modules as programs import them, and explains those of Kubernetes. */
function nameModules(app: App): void {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_: Context, reflection: DeclarationReflection) => {
    if (reflection.kind === ReflectionKind.Module) {
      reflection.name = importNames[reflection.name] ?? `tsop/${reflection.name}`;
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.children ?? []) {
      const { group, version } = kubernetes.exec(module.name)?.groups ?? {};
      if (group === undefined || version === undefined) continue;
      const kinds = module.children?.filter(({ kind }) => kind === ReflectionKind.Variable) ?? [];
      module.comment = new Comment([{ kind: "text", text: aboutModule(module.name, group, version, kinds) }]);
      // A kind is a type and a value of the same name. The type says it all.
      for (const kind of kinds) project.removeReflection(kind);
    }
  });
}

function aboutModule(
  name: string,
  group: string,
  version: string,
  kinds: readonly { readonly name: string }[],
): string {
  const names = kinds.map((kind) => `\`${kind.name}\``);
  const [first] = kinds;
  if (first === undefined) return `The types of the API group ${group}, version ${version}, that other types share.`;
  return [
    `The types of Kubernetes' API group ${group}, version ${version}. The kinds are both types and values: ${names.join(", ")}.`,
    "",
    "```ts",
    `import { ${first.name} } from "${name}";`,
    "```",
  ].join("\n");
}
