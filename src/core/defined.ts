/** An object without its undefined members. */
export type Defined<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Returns the members that have a value: an optional member is absent instead of undefined. */
export function defined<const T extends object>(values: T): Defined<T> {
  // Contains exactly the members that have a value, in their order.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
