/**
 * The number of milliseconds that a Service may lead to a terminated Pod: kube-proxy notices its end within a second or two, and
 * later on a busy machine. Where requests are rare, a shorter silence does not show that the routes have gone.
 */
export const routesOutliveMs = 10_000;
