/** Stores the brokers that register, and removes brokers that stop registering. */
import { endOnSignal, serve } from "./remoting.mjs";

endOnSignal();
const brokers = new Map();
const fresh = () => [...brokers].filter(([, { at }]) => Date.now() - at < 6000);

serve(9876, {
  103: ({ brokerName, brokerAddr, brokerId, clusterName }) => {
    brokers.set(brokerAddr, { brokerName, brokerId, clusterName, at: Date.now() });
    return "";
  },
  104: ({ brokerAddr }) => {
    brokers.delete(brokerAddr);
    return "";
  },
  106: () => JSON.stringify(fresh().map(([address, { brokerName, brokerId }]) => ({ address, brokerName, brokerId }))),
});
