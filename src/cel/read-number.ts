/** Parses the texts that Go's strconv accepts; returns undefined for others. */

export function plainBoolean(text: string): boolean | undefined {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

export function plainDouble(text: string): number | undefined {
  const special = /^([+-]?)(?:(inf|infinity)|(nan))$/i.exec(text);
  if (special !== null) {
    if (special[3] !== undefined) return special[1] === "" ? Number.NaN : undefined;
    return special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
