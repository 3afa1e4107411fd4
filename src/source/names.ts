/** Resolves names in a file: to a declaration, here or in another file, or to something that other code provides. */
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { ParsedFile } from "./parsed-file.js";

export type TypeDeclaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ClassDeclaration;

export interface Declared {
  readonly kind: "declared";
  readonly file: ParsedFile;
  readonly name: string;
  readonly nodes: readonly TypeDeclaration[];
}

/** Exported by another package. */
export interface Imported {
  readonly kind: "imported";
  readonly module: string;
  readonly name: string;
}

export type Meaning =
  | Declared
  | Imported
  /** A name without import and declaration: a TypeScript global, or nothing. */
  | { readonly kind: "global"; readonly name: string }
  | { readonly kind: "missing"; readonly message: string; readonly hint: string };

/** The top-level names of a file. */
export interface FileNames {
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
  readonly values: ReadonlyMap<string, ts.VariableDeclaration>;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** `export { A as B } from "./x.js"`, and `export { A }` of an import or declaration. */
  readonly reexports: ReadonlyMap<string, ImportedName>;
  readonly starExports: readonly string[];
}

export interface ImportedName {
  /** Undefined: the file itself. */
  readonly module: string | undefined;
  /** `*` for the whole module. */
  readonly name: string;
}

function readNames({ ast }: ParsedFile): FileNames {
  const types = new Map<string, TypeDeclaration[]>();
  const values = new Map<string, ts.VariableDeclaration>();
  const imports = new Map<string, ImportedName>();
  const reexports = new Map<string, ImportedName>();
  const starExports: string[] = [];
  for (const statement of ast.statements) {
    if (isTypeDeclaration(statement) && statement.name !== undefined) {
      const { text } = statement.name;
      types.set(text, [...(types.get(text) ?? []), statement]);
    } else if (compiler.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        if (compiler.isIdentifier(declaration.name)) values.set(declaration.name.text, declaration);
      }
    } else if (compiler.isImportDeclaration(statement)) {
      readImport(statement, imports);
    } else if (compiler.isExportDeclaration(statement)) {
      readExport(statement, reexports, starExports);
    }
  }
  return { types, values, imports, reexports, starExports };
}

function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isClassDeclaration(node)
  );
}

function readImport(statement: ts.ImportDeclaration, imports: Map<string, ImportedName>): void {
  if (!compiler.isStringLiteral(statement.moduleSpecifier)) return;
  const module = statement.moduleSpecifier.text;
  const clause = statement.importClause;
  if (clause?.name !== undefined) imports.set(clause.name.text, { module, name: "default" });
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return;
  if (compiler.isNamespaceImport(bindings)) {
    imports.set(bindings.name.text, { module, name: "*" });
    return;
  }
  for (const { name, propertyName } of bindings.elements) {
    imports.set(name.text, { module, name: (propertyName ?? name).text });
  }
}

function readExport(
  statement: ts.ExportDeclaration,
  reexports: Map<string, ImportedName>,
  starExports: string[],
): void {
  const specifier = statement.moduleSpecifier;
  const module = specifier !== undefined && compiler.isStringLiteral(specifier) ? specifier.text : undefined;
  const clause = statement.exportClause;
  if (clause === undefined) {
    if (module !== undefined) starExports.push(module);
  } else if (compiler.isNamedExports(clause)) {
    for (const { name, propertyName } of clause.elements) {
      reexports.set(name.text, { module, name: (propertyName ?? name).text });
    }
  }
}

export interface Constant {
  readonly file: ParsedFile;
  readonly declaration: ts.VariableDeclaration;
}

/** Opens the file that an import names, if it exists. */
export type OpenModule = (from: ParsedFile, module: string) => ParsedFile | undefined;

export class NameResolver {
  readonly #open: OpenModule;
  readonly #names = new WeakMap<ParsedFile, FileNames>();

  constructor(open: OpenModule) {
    this.#open = open;
  }

  /** Returns the file of a module as seen from `file`, or undefined if it does not belong to the project. */
  open(file: ParsedFile, module: string): ParsedFile | undefined {
    return isOurs(module) ? undefined : this.#open(file, module);
  }

  namesOf(file: ParsedFile): FileNames {
    const known = this.#names.get(file);
    if (known !== undefined) return known;
    const names = readNames(file);
    this.#names.set(file, names);
    return names;
  }

  /** Returns the constant that a name refers to, declared here or imported from another file. */
  valueOf(file: ParsedFile, name: string, trail: readonly string[] = []): Constant | undefined {
    const key = `${file.path}\n${name}`;
    if (trail.includes(key)) return undefined;
    const names = this.namesOf(file);
    const declaration = names.values.get(name);
    if (declaration !== undefined) return { file, declaration };
    const imported = names.imports.get(name) ?? names.reexports.get(name);
    const sources: readonly ImportedName[] =
      imported === undefined ? names.starExports.map((module) => ({ module, name })) : [imported];
    for (const source of sources) {
      const target = source.module === undefined ? file : this.open(file, source.module);
      const found = target && this.valueOf(target, source.name, [...trail, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the meaning of a type called `name` in `file`. */
  resolveName(file: ParsedFile, name: string): Meaning {
    return this.#inFile(file, name, []);
  }

  /** Returns the meaning of `name` (or `namespace.name`) at its position in `file`. */
  resolve(file: ParsedFile, name: ts.EntityName | ts.Expression): Meaning {
    if (compiler.isIdentifier(name)) return this.#inFile(file, name.text, []);
    const [left, right] = compiler.isQualifiedName(name)
      ? [name.left, name.right]
      : compiler.isPropertyAccessExpression(name)
        ? [name.expression, name.name]
        : [];
    if (left === undefined || !compiler.isIdentifier(left)) return missing(name.getText(file.ast));
    const namespace = this.namesOf(file).imports.get(left.text);
    if (namespace?.name !== "*" || namespace.module === undefined) return missing(name.getText(file.ast));
    return this.#inModule(file, { module: namespace.module, name: right?.text ?? "" }, []);
  }

  /** Returns the meaning of `import("module").name` in `file`. */
  resolveImport(file: ParsedFile, module: string, name: string): Meaning {
    return this.#inModule(file, { module, name }, []);
  }

  #inFile(file: ParsedFile, name: string, trail: readonly string[]): Meaning {
    const names = this.namesOf(file);
    const nodes = names.types.get(name);
    if (nodes !== undefined) return { kind: "declared", file, name, nodes };
    const imported = names.imports.get(name);
    return imported === undefined ? { kind: "global", name } : this.#inModule(file, imported, trail);
  }

  #inModule(from: ParsedFile, { module, name }: ImportedName, trail: readonly string[]): Meaning {
    if (module === undefined) return this.#inFile(from, name, trail);
    const file = isOurs(module) ? undefined : this.#open(from, module);
    if (file === undefined && !module.startsWith(".")) return { kind: "imported", module, name };
    if (file === undefined) {
      return {
        kind: "missing",
        message: `${name} is imported from ${JSON.stringify(module)}, which does not exist`,
        hint: "Correct the path.",
      };
    }
    return this.#exportOf(file, name, trail) ?? missing(name, file.path);
  }

  #exportOf(file: ParsedFile, name: string, trail: readonly string[]): Meaning | undefined {
    const key = `${file.path}\n${name}`;
    if (trail.includes(key)) return undefined;
    const names = this.namesOf(file);
    const nodes = names.types.get(name);
    if (nodes !== undefined) return { kind: "declared", file, name, nodes };
    const reexport = names.reexports.get(name);
    if (reexport !== undefined) return this.#inModule(file, reexport, [...trail, key]);
    for (const module of names.starExports) {
      const target = isOurs(module) ? undefined : this.#open(file, module);
      const found = target && this.#exportOf(target, name, [...trail, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Modules whose types are known by name, so that their declarations need not be read. */
function isOurs(module: string): boolean {
  return /^(?:tsop|@kubernetes\/client-node)(?:\/|$)/.test(module);
}

function missing(name: string, path?: string): Meaning {
  return {
    kind: "missing",
    message: path === undefined ? `${name} is not declared` : `${name} is not declared in ${path}`,
    hint: "Declare and export the type, or correct its name.",
  };
}
