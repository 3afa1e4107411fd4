/** The comments and strings that tsop writes into the files of a kind, before and after a rename. */
import type { Project } from "../../project/project.js";
import { type TextChanges, textChanges } from "../../refactor/rename/fixed-texts.js";
import { viewOf } from "../api.js";
import { extensionNamesOf } from "../extension/extension-names.js";
import { extensionView } from "../extension/plan-extension.js";
import { moduleFrom, type Names, namesOf } from "../naming.js";
import type { Placement } from "../placement.js";
import type { ApiView, ConversionTestView, ConversionView } from "../views.js";
import { spokeConstant } from "../webhook/conversion-file.js";
import { handlerName } from "../webhook/webhook-type.js";
import { controllerPairs, type RenamedKind } from "./renamed-kind.js";

/** Renders the templates for both names, in both layouts: a controller keeps its name when a project changes its layout. */
export function fixedTextsOf(placement: Placement, project: Project, kind: RenamedKind): TextChanges {
  const pairs = [false, true].flatMap((multigroup) =>
    controllerPairs(kind).flatMap(([before, after]) => {
      const old = render(placement, { ...project, multigroup }, kind.from, before);
      const now = render(placement, { ...project, multigroup }, kind.to, after);
      return old.map((text, index) => [text, now[index] ?? ""] as const);
    }),
  );
  const { comments, strings } = textChanges(pairs);
  const plural = [`@plural ${kind.before.plural}`, `@plural ${kind.after.plural}`] as const;
  return { comments: new Map([...comments, plural].filter(([old, now]) => old !== now)), strings };
}

type Named = RenamedKind["from"];

/** Renders all files of a kind, in the same order for each name. */
function render(placement: Placement, project: Project, resource: Named, controller: string): string[] {
  const { templates } = placement;
  const names = namesOf(resource, project, controller);
  const request = { resource, shortName: undefined, isClusterScoped: resource.api?.namespaced === false };
  const view = viewOf(placement, project, request, names);
  const { kind } = resource;
  const typesModule = names.webhookTypesModule;
  const test = {
    ...{ header: "", kind, kindLower: names.kindLower, typesModule, webhookModule: `${names.kindLower}_webhook.js` },
    ...{ sampleFile: names.sampleFile, sampleObject: "", crd: "", namespaced: view.namespaced },
  };
  const copied = { hasSpec: true, hasStatus: true, isVirtual: resource.extension?.storage === "virtual" };
  return [
    ...extensionTexts(placement, project, resource, view),
    templates.render("api/types.ts.hbs", view),
    ...versionsIn(project).map((older) =>
      templates.render("api/version-types.ts.hbs", { ...view, ...copied, older, olderModule: "./x.js" }),
    ),
    templates.render("api/controller.ts.hbs", view),
    templates.render("api/bare-controller.ts.hbs", view),
    templates.render("api/controller.test.ts.hbs", view),
    templates.render("api/bare-controller.test.ts.hbs", view),
    templates.render("webhook/webhook.ts.hbs", { header: "", kind, typesModule }),
    templates.render("webhook/webhook.test.ts.hbs", test),
    templates.render("webhook/defaulter-call.test.ts.hbs", { kind }),
    templates.render("webhook/validator-call.test.ts.hbs", { kind }),
    ...(["defaulting", "validation"] as const).map((type) =>
      templates.render(type === "defaulting" ? "webhook/defaulter.ts.hbs" : "webhook/validator.ts.hbs", {
        ...{ name: handlerName(type, kind), kind, variable: names.variable },
      }),
    ),
    ...conversionViews(project, resource, names).flatMap((each) => [
      templates.render("webhook/conversion.ts.hbs", each),
      templates.render("webhook/conversion.test.ts.hbs", each),
    ]),
  ];
}

function extensionTexts({ templates }: Placement, project: Project, resource: Named, view: ApiView): string[] {
  if (resource.extension === undefined) return [];
  const extension = extensionView(view, { resource }, extensionNamesOf(resource, project));
  return (["types", "resource", "resource.test", "rules.test"] as const).map((name) =>
    templates.render(`apiserver/${name}.ts.hbs`, extension),
  );
}

/** Returns a view for each pair of versions, because the file of a spoke names its hub. */
function conversionViews(project: Project, resource: Named, names: Names): (ConversionView & ConversionTestView)[] {
  return versionsIn(project)
    .filter((version) => version !== resource.version)
    .map((hubVersion) => ({
      ...{ header: "", kind: resource.kind, version: resource.version, hubVersion, imports: "spoke" },
      constant: spokeConstant(names.variable, resource.version),
      hubModule: moduleFrom(names.webhookPath, names.typesFile),
      spokeModule: moduleFrom(names.webhookPath, names.typesFile),
      conversionModule: `./${names.kindLower}_conversion.js`,
      crd: `config/crd/${names.crdFile}`,
      ...{ toHub: [], toHubLost: [], fromHub: [], fromHubLost: [], functions: [], parsers: [] },
      ...{ listKeys: "", converts: "", definition: "", definitionModule: "" },
    }));
}

function versionsIn({ resources }: Project): string[] {
  return [...new Set(resources.map(({ version }) => version))];
}
