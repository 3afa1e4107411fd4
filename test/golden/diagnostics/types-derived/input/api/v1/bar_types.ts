import { type CustomResource, defineKind, type Int32 } from "tsop";

interface Base {
  size: Int32;
  level: "a" | "b";
}

interface Other extends Base {
  size: string;
}

interface Level extends Base {
  level: "c";
}

class Service {
  name = makeName();
  run = (): void => undefined;
}

class Plain {
  [key: string]: unknown;
  list = [];
}

interface Place {
  street: string;
}

interface Node {
  /** @recursionDepth 2 */
  next: Node;
}

export interface BarSpec {
  other: Other;
  level: Level;
  service: Service;
  plain: Plain;
  node: Node;
  tuple: [string, Int32];
  rest: [string, ...string];
  template: `a${Base}`;
  keys: keyof string;
  none: Exclude<"a", "a">;
  upper: Uppercase<string>;
  mapped: { [K in Int32]: string };
  field: Base["missing"];
  typo: Omit<Place, "stret">;
  renamed: { [K in keyof Place as K extends `s${infer R}` ? R : K]: string };
  unnamed: { [K in keyof Place as string]: string };
  conditional: Place extends { street: string } ? string : Int32;
  nothing: Exclude<"a", "a"> | null;
}

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: BarSpec;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
