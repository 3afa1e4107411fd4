export enum Phase {
  Ready = "ready",
  Failed = "failed",
  Unknown = "unknown",
}

export enum Size {
  Small,
  Medium,
  Large = 10,
}

export const enum Mode {
  Once = "once",
  Often = "often",
}
