import { type LookupAllOptions, lookup } from 'node:dns';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '@fasocolis/service-kit/http/inner-address';

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not a public push service`);
    this.name = 'NotPublic';
  }
}

/**
 * Connects to public addresses only: those that the name has at that moment, so that it cannot change after the check.
 * @param privateHosts hosts that the operator has named, whose addresses may be private
 */
export function publicAgent(privateHosts: ReadonlySet<string>, sockets: number): Agent {
  const lookupPublic: LookupFunction = (host, options, callback) => {
    const all: LookupAllOptions = { ...options, all: true };
    lookup(host, all, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '', 4);
      else if (!first || !(privateHosts.has(host) || addresses.every(({ address }) => isPublicAddress(address)))) {
        callback(new NotPublic(host), '', 4);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  return new Agent({ keepAlive: true, maxSockets: sockets, lookup: lookupPublic });
}
