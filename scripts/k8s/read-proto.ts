/** Reads the messages in a generated.proto of Kubernetes. Supports only the output of go-to-protobuf. */

export interface ProtoMessage {
  readonly name: string;
  readonly fields: readonly ProtoField[];
}

export interface ProtoField {
  readonly name: string;
  readonly number: number;
  /** The type of the field, of a list's items, or of a map's values: `string`, `Container`, `.k8s.io.api.core.v1.PodSpec`. */
  readonly type: string;
  readonly shape: "one" | "list" | "map";
}

export interface ProtoFile {
  /** `k8s.io.api.apps.v1`. */
  readonly packageName: string;
  readonly messages: readonly ProtoMessage[];
}

export function readProto(text: string): ProtoFile {
  const packageName = /^package (\S+);$/m.exec(text)?.[1];
  if (packageName === undefined) throw new Error("the file names no package");
  const messages: { name: string; fields: ProtoField[] }[] = [];
  let current: (typeof messages)[number] | undefined;
  for (const line of text.split("\n").map((each) => each.trim())) {
    const name = /^message (\w+) \{$/.exec(line)?.[1];
    if (name !== undefined) messages.push((current = { name, fields: [] }));
    else if (line === "}") current = undefined;
    else if (current !== undefined && line !== "" && !line.startsWith("//")) current.fields.push(readField(line));
  }
  return { packageName, messages };
}

function readField(line: string): ProtoField {
  const [, label, keys, mapped, plain, name = "", number] =
    /^(?:(optional|repeated) |map<(\w+), ([\w.]+)> )([\w.]+(?= \w))?\s*(\w+) = (\d+)(?: \[[^\]]*\])?;$/.exec(line) ??
    [];
  const type = mapped ?? plain;
  if (type === undefined || (keys !== undefined && keys !== "string")) throw new Error(`cannot read: ${line}`);
  const shape = keys !== undefined ? "map" : label === "repeated" ? "list" : "one";
  return { name, number: Number(number), type, shape };
}
