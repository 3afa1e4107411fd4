export const retries = 7;

export enum Protocol {
  TCP = "tcp",
  ProtocolUDP = "udp",
}
