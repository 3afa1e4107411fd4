/** Returns the name of the Service that OLM creates for a Deployment with webhooks. */
export function webhookServiceName(deployment: string): string {
  return `${deployment.replaceAll(".", "-")}-service`;
}

/** Returns the name of the Secret with the certificate of that Service. */
export function certificateSecretName(deployment: string): string {
  return `${webhookServiceName(deployment)}-cert`;
}
