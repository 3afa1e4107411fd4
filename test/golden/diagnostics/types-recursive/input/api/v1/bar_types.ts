import { type CustomResource, defineKind } from "tsop";

interface Tree {
  value: string;
  children?: Branch[];
}
interface Branch {
  trees: Record<string, Tree>;
}
type Json = string | Json[];
interface Generic<T> {
  next?: Generic<T>;
}
interface Open {
  /** @preserveUnknownFields */
  next?: Open;
}
interface Heir extends Heir {}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: { tree?: Tree; json?: Json; generic?: Generic<string>; open?: Open; heir?: Heir };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
