/**
 * The declarations of TypeScript's library and of tsop that the checker needs: just enough to find the kind of an expression.
 * Reading the real declarations would take many times as long.
 */
import type { BuiltInModule } from "../../schema/built-in-resources.js";

export const libraryDeclarations = `
interface Object {} interface Function {} interface CallableFunction {} interface NewableFunction {} interface IArguments {}
interface String {} interface Number {} interface Boolean {} interface RegExp {} interface Symbol {} interface Error {}
interface SymbolConstructor { readonly iterator: unique symbol; readonly asyncIterator: unique symbol }
declare var Symbol: SymbolConstructor;
interface IteratorYieldResult<T> { done?: false; value: T } interface IteratorReturnResult<R> { done: true; value: R }
type IteratorResult<T, R = any> = IteratorYieldResult<T> | IteratorReturnResult<R>;
interface Iterator<T, R = any, N = any> { next(...args: [] | [N]): IteratorResult<T, R> }
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T, R, N> }
interface IterableIterator<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IterableIterator<T, R, N> }
interface IteratorObject<T, R = unknown, N = unknown> extends Iterator<T, R, N> { [Symbol.iterator](): IteratorObject<T, R, N> }
interface ArrayIterator<T> extends IteratorObject<T, undefined, unknown> { [Symbol.iterator](): ArrayIterator<T> }
interface AsyncIterator<T, R = any, N = any> { next(...args: [] | [N]): Promise<IteratorResult<T, R>> }
interface Generator<T = unknown, R = any, N = any> extends IteratorObject<T, R, N> { [Symbol.iterator](): Generator<T, R, N> }
interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncGenerator<T, R, N> }
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncIterableIterator<T, R, N> }
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T, R, N> }
interface ReadonlyArray<T> {
  readonly length: number; readonly [index: number]: T; [Symbol.iterator](): ArrayIterator<T>;
  map<U>(f: (value: T, index: number) => U): U[]; flatMap<U>(f: (value: T, index: number) => U | readonly U[]): U[];
  filter<S extends T>(f: (value: T) => value is S): S[]; filter(f: (value: T, index: number) => unknown): T[];
  find<S extends T>(f: (value: T) => value is S): S | undefined; find(f: (value: T, index: number) => unknown): T | undefined;
  findLast(f: (value: T) => unknown): T | undefined; at(index: number): T | undefined; slice(from?: number, to?: number): T[];
  forEach(f: (value: T, index: number) => void): void; some(f: (value: T) => unknown): boolean; every(f: (value: T) => unknown): boolean;
  concat(...items: (T | readonly T[])[]): T[]; toSorted(f?: (a: T, b: T) => number): T[]; toReversed(): T[];
  reduce<U>(f: (sum: U, value: T, index: number) => U, start: U): U; entries(): ArrayIterator<[number, T]>; values(): ArrayIterator<T>;
  includes(value: T): boolean; join(separator?: string): string; keys(): ArrayIterator<number>;
}
interface Array<T> extends ReadonlyArray<T> {
  length: number; [index: number]: T; push(...items: T[]): number; pop(): T | undefined; shift(): T | undefined;
  sort(f?: (a: T, b: T) => number): this; reverse(): T[]; splice(at: number, count?: number, ...items: T[]): T[];
}
interface PromiseLike<T> { then<A = T, B = never>(ok?: ((value: T) => A | PromiseLike<A>) | null, fail?: ((reason: any) => B) | null): PromiseLike<A | B> }
interface Promise<T> {
  then<A = T, B = never>(ok?: ((value: T) => A | PromiseLike<A>) | null, fail?: ((reason: any) => B) | null): Promise<A | B>;
  catch<B = never>(fail?: ((reason: any) => B) | null): Promise<T | B>; finally(f?: (() => void) | null): Promise<T>;
}
interface PromiseConstructor {
  all<T extends readonly unknown[] | []>(values: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
  allSettled<T extends readonly unknown[] | []>(values: T): Promise<{ -readonly [K in keyof T]: PromiseSettledResult<Awaited<T[K]>> }>;
  any<T>(values: Iterable<T>): Promise<Awaited<T>>; resolve<T>(value: T): Promise<Awaited<T>>; race<T>(values: Iterable<T>): Promise<Awaited<T>>;
  new <T>(run: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
}
declare var Promise: PromiseConstructor;
type PromiseSettledResult<T> = { status: "fulfilled"; value: T } | { status: "rejected"; reason: any };
declare var Array: { from<T>(values: Iterable<T>): T[]; from<T, U>(values: Iterable<T>, f: (value: T, index: number) => U): U[]; of<T>(...values: T[]): T[]; isArray(value: any): value is any[]; new <T>(...values: any[]): T[] };
type Awaited<T> = T extends null | undefined ? T : T extends object & { then(onfulfilled: infer F, ...args: infer _): any } ? F extends (value: infer V, ...args: infer _) => any ? Awaited<V> : never : T;
type Partial<T> = { [K in keyof T]?: T[K] }; type Required<T> = { [K in keyof T]-?: T[K] }; type Readonly<T> = { readonly [K in keyof T]: T[K] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] }; type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T; type Extract<T, U> = T extends U ? T : never; type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {}; type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any;
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any;
type ConstructorParameters<T extends abstract new (...args: any) => any> = T extends abstract new (...args: infer P) => any ? P : never;
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never;
interface Map<K, V> extends Iterable<[K, V]> { get(key: K): V | undefined; set(key: K, value: V): this; has(key: K): boolean; values(): IterableIterator<V>; keys(): IterableIterator<K>; entries(): IterableIterator<[K, V]>; forEach(f: (value: V, key: K) => void): void; delete(key: K): boolean }
declare var Map: { new <K, V>(entries?: Iterable<readonly [K, V]> | null): Map<K, V> };
interface ReadonlyMap<K, V> extends Iterable<[K, V]> { get(key: K): V | undefined; has(key: K): boolean; values(): IterableIterator<V>; keys(): IterableIterator<K>; entries(): IterableIterator<[K, V]> }
interface ReadonlySet<T> extends Iterable<T> { has(value: T): boolean; values(): IterableIterator<T> }
interface Set<T> extends Iterable<T> { add(value: T): this; has(value: T): boolean; values(): IterableIterator<T>; delete(value: T): boolean }
declare var Set: { new <T>(values?: Iterable<T> | null): Set<T> };
declare var Object: { assign<T, U>(target: T, source: U): T & U; freeze<T>(value: T): Readonly<T>; values<T>(value: { [key: string]: T }): T[]; entries<T>(value: { [key: string]: T }): [string, T][]; fromEntries<T>(entries: Iterable<readonly [string, T]>): { [key: string]: T }; keys(value: object): string[] };
declare function structuredClone<T>(value: T): T;
declare module "*";
`;

/** Declares one interface for each name, because the name of the interface identifies the subresource. */
function subresourceDeclaration(name: string): string {
  return `export interface ${name}Client {
  get(kind: Kind, key: any, options?: any): Promise<any>; getOrThrow(kind: Kind, key: any, options?: any): Promise<any>;
  create(kind: Kind, key: any, body: any, options?: any): Promise<any>; update(kind: Kind, key: any, body: any, options?: any): Promise<any>;
  patch(kind: Kind, key: any, patch: any, options?: any): Promise<any>; apply(kind: Kind, key: any, fields: any, options?: any): Promise<any>;
}`;
}

/**
 * The modules `tsop` and `tsop/migrate`: the objects with methods to call, and the kinds that calls can be about. Everything else in it is `any`.
 */
export const tsopDeclarations = `
export interface ObjectKey { namespace?: string; name: string }
export interface ObjectMeta { name: string; namespace?: string; [key: string]: any }
export interface KubeObject { apiVersion: string; kind: string; metadata: ObjectMeta }
export interface CustomResource<A extends string, K extends string> { apiVersion: A; kind: K; metadata: ObjectMeta }
export interface Kind<T = any> { readonly objectType: T; readonly apiVersion: string; readonly kind: string; readonly group: string; readonly version: string }
export interface ObjectList<T> { items: T[]; metadata: any }
export type DeepReadonly<T> = T;
type Identity<T> = T extends { apiVersion: infer A; kind: infer K } ? { apiVersion: A; kind: K; metadata: any; [key: string]: any } : never;
export type Applicable<T> = Identity<T>;
export type Creatable<T> = Identity<T>;
export type DeepPartial<T> = any;
export type Embedded<T> = any;
export type WatchEvent<T> = { type: "ADDED" | "MODIFIED" | "DELETED"; object: T } | { type: "BOOKMARK"; object: KubeObject };
export declare function defineKind<T = any>(apiVersion: string, kind: string): Kind<T>;
export declare function unstructured(apiVersion: string, kind: string): Kind<KubeObject>;
export declare function dryRunClient(client: Client): Client;
export declare function fieldManagerClient(client: Client, name: string): Client;
export declare function fieldValidationClient(client: Client, mode: string): Client;
export declare function namespacedClient(client: Client, namespace: string): Client;
export declare function listPages<T>(reader: any, kind: Kind<T>, options?: any): AsyncGenerator<ObjectList<T>, void, undefined>;
export declare function listAll<T>(reader: any, kind: Kind<T>, options?: any): AsyncGenerator<T, void, undefined>;
export interface Reader {
  get<T>(kind: Kind<T>, key: any, options?: any): Promise<T | undefined>;
  getOrThrow<T>(kind: Kind<T>, key: any, options?: any): Promise<T>;
  list<T>(kind: Kind<T>, options?: any): Promise<ObjectList<T>>;
}
export interface StatusWriter {
  update<T>(object: T, options?: any): Promise<T>;
  patch<T>(kind: Kind<T>, key: any, patch: any, options?: any): Promise<T>;
  apply<T>(object: T, options?: any): Promise<T>;
}
export interface MetadataReader {
  readonly view: "metadata";
  get<T>(kind: Kind<T>, key: any, options?: any): Promise<Identity<T> | undefined>;
  getOrThrow<T>(kind: Kind<T>, key: any, options?: any): Promise<Identity<T>>;
  list<T>(kind: Kind<T>, options?: any): Promise<ObjectList<Identity<T>>>;
}
export interface LiveMetadataReader extends MetadataReader { watch<T>(kind: Kind<T>, options?: any): AsyncIterable<WatchEvent<any>> }
${["Scale", "Eviction", "Token", "Status", "Other"].map(subresourceDeclaration).join("\n")}
export interface SubresourceAccess {
  (name: "scale"): ScaleClient; (name: "eviction"): EvictionClient; (name: "token"): TokenClient; (name: "status"): StatusClient;
  <Body = any>(name: string): OtherClient;
}
export interface Writer {
  create<const T>(object: T, options?: any): Promise<T>;
  update<T>(object: T, options?: any): Promise<T>;
  patch<T>(kind: Kind<T>, key: any, patch: any, options?: any): Promise<T>;
  apply<const T>(object: T, options?: any): Promise<T>;
  delete<T>(kind: Kind<T>, key: any, options?: any): Promise<void>;
  deleteAllOf<T>(kind: Kind<T>, options?: any): Promise<void>;
  readonly status: StatusWriter;
}
export interface Client extends Reader, Writer { readonly metadata: MetadataReader; readonly subResource: SubresourceAccess }
export interface LiveClient extends Client { readonly metadata: LiveMetadataReader; watch<T>(kind: Kind<T>, options?: any): AsyncIterable<WatchEvent<T>> }
export interface HttpClient extends LiveClient { withFieldManager(name: string): HttpClient; withWriteGate(check: () => void): HttpClient; withTracer(tracer: any): HttpClient; readonly server: string; readonly mapper: any; readonly transport: any; close(): void }
export interface ManagerClient extends Client { indexesOf(kind: any): readonly string[] }
export interface KindCache<T> { index(name: string, valuesOf: (object: T) => any): this }
export interface ControllerBuilder {
  for<T>(kind: Kind<T>, settings?: any): this; owns<T>(kind: Kind<T>, settings?: any): this;
  watches<T>(kind: Kind<T>, map: (object: T) => any, settings?: any): this; watchesRaw(source: any): this;
  withEventFilter(predicate: any): this; withOptions(settings: any): this; concurrency(workers: number): this; complete(reconciler: any): RunningController;
}
export interface AddedWatch { readonly ready: Promise<void>; stop(): void }
export interface RunningController {
  owns<T>(kind: Kind<T>, settings?: any): AddedWatch; watches<T>(kind: Kind<T>, map: (object: T) => any, settings?: any): AddedWatch;
}
export interface Manager {
  readonly client: ManagerClient; readonly apiReader: Reader; readonly log: any; controller(name: string): ControllerBuilder; add(runnable: any): void;
  addHealthCheck(...args: any[]): void; addReadyCheck(...args: any[]): void; start(signal?: any): Promise<void>;
  cacheFor<T>(kind: Kind<T>, options?: any): KindCache<T>; setNamespaces(namespaces: any): Promise<void>;
  webhook<T>(kind: Kind<T>): WebhookBuilder<T>; addAdmissionHandler(path: string, handler: AdmissionHandler): void;
  eventRecorder(name: string): EventRecorder; readonly metricsRegistry: any; readonly elected: Promise<void>; addMetricsHandler(path: string, handler: any): void;
}
export interface EventRecorder { event(regarding: any, details: any): void }
export interface Written<T> { readonly result: "unchanged" | "created" | "updated"; readonly object: T }
export declare function createLiveClient(...args: any[]): HttpClient;
export interface ForeignClient {
  get<T>(kind: Kind<T>, key: any, options?: any): Promise<T | undefined>; getOrThrow<T>(kind: Kind<T>, key: any, options?: any): Promise<T>;
  list<T>(kind: Kind<T>, options?: any): Promise<ObjectList<T>>; create<const T>(object: T, options?: any): Promise<T>;
  update<const T>(object: T, options?: any): Promise<T>; patch<T>(kind: Kind<T>, key: any, patch: any, options?: any): Promise<T>;
  apply<const T>(object: T, options?: any): Promise<T>; delete<T>(kind: Kind<T>, key: any, options?: any): Promise<void>;
  deleteAllOf<T>(kind: Kind<T>, options?: any): Promise<void>; readonly status: ForeignClient; readonly metadata: ForeignClient;
  indexesOf(kind: any): readonly string[]; subResource(name: string): ForeignClient;
}
export interface Cluster { readonly name: string; readonly client: ForeignClient; readonly apiReader: ForeignClient; cacheFor<T>(kind: Kind<T>, options?: any): KindCache<T> }
export declare function createCluster(options: any): Promise<Cluster>;
export declare function createManager(...args: any[]): Promise<Manager>;
export declare function runManager(options: any, setup: (manager: Manager) => any): Promise<void>;
export declare function setControllerReference<O, T>(owner: O, object: T, ...rest: any[]): void;
export declare function setOwnerReference<O, T>(owner: O, object: T, options?: any): void;
export declare function createOrUpdate<T>(client: any, object: T, mutate: (object: T) => any, options?: any): Promise<Written<T>>;
export declare function createOrPatch<T>(client: any, object: T, mutate: (object: T) => any, options?: any): Promise<Written<T>>;
export declare function applyIfDifferent<const T>(client: any, object: T, options?: any): Promise<Written<T>>;
export declare function updateStatusIfChanged<T>(client: any, object: T, mutate: (object: T) => any, options?: any): Promise<Written<T>>;
export declare function withFinalizer<T>(client: any, object: T, options: { cleanUp: (object: T) => any; reconcile: (object: T) => any; finalizer: string; signal?: any }): Promise<any>;
export interface ReconcileRequest { namespace: string; name: string }
export interface Reconciler { reconcile(request: ReconcileRequest, context: any): any }
export interface ObjectReconciler<T> { reconcile(object: T, context: any): any }
export declare function objectReconciler<T>(client: any, kind: Kind<T>, reconciler: ObjectReconciler<T>): Reconciler;
export interface MigrateKindOptions<F, T> { from: Kind<F>; to: Kind<T>; dependents?: readonly Kind[]; finalizers?: any; convert?: (old: F) => any; concurrency?: number }
export interface KindMigration { gate(reconciler: Reconciler): Reconciler; progress(): any }
export declare function migrateKind<F, T>(manager: any, options: MigrateKindOptions<F, T>): KindMigration;
export type MapFunction<T> = (object: T) => any;
export interface AdmissionRequest<T = any> { readonly object?: T; readonly oldObject?: T; readonly [key: string]: any }
export interface AdmissionContext<T = any> { readonly request: AdmissionRequest<T>; readonly log: any; readonly signal: any; readonly warn: (text: string) => void }
export type AdmissionHandler = (request: AdmissionRequest, context: AdmissionContext) => any;
export interface Defaulter<T> { default(object: T, context: AdmissionContext<T>): any }
export interface Validator<T> {
  validateCreate?(object: T, context: AdmissionContext<T>): any; validateUpdate?(oldObject: T, object: T, context: AdmissionContext<T>): any;
  validateDelete?(object: T, context: AdmissionContext<T>): any;
}
export interface Converter<Hub, Version> { toHub(object: Version): any; fromHub(hub: Hub): any }
export interface Spoke<Hub, Version = any> { readonly objectType: Version }
export declare function spoke<Hub, Version>(kind: Kind<Version>, converter: Converter<Hub, Version>, options?: any): Spoke<Hub, Version>;
export interface WebhookPath { readonly path?: string }
export interface WebhookBuilder<T> {
  readonly objectType: T; withDefaulter(defaulter: Defaulter<T>, options?: WebhookPath): this; withValidator(validator: Validator<T>, options?: WebhookPath): this;
  withConversion(...spokes: readonly Spoke<any>[]): this; complete(): void;
}
`;

/** Declares the kinds of the module `tsop/k8s/…`. Its other types are absent, and so are `any`. */
export function kindDeclarations({ apiVersion, kinds }: BuiltInModule): string {
  const declared = Object.keys(kinds).map(
    (
      kind,
    ) => `export interface ${kind} { apiVersion: "${apiVersion}"; kind: "${kind}"; metadata: ObjectMeta; [key: string]: any }
export declare const ${kind}: Kind<${kind}>;`,
  );
  return `import type { Kind, ObjectMeta } from "tsop";\n${declared.join("\n")}\n`;
}
