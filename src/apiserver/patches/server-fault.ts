import { StatusError } from "../status-error.js";

/** An error that kube-apiserver has no code for. */
export function serverFault(message: string): StatusError {
  return new StatusError({ code: 500, message });
}
