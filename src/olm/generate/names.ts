/** Names for people, from names in code. */

/** Returns the words of a name with capitals: `memcached-operator`, `memcachedOperator` and `MemcachedOperator` give `Memcached Operator`. */
export function titleOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
