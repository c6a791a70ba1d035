/** Accepts every push message, unread. Started by bench/push-devices.ts, which requests their number. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [cert = '', key = ''] = process.argv.slice(2);
const endpoints = new Set<string | undefined>();
let wanted = Number.POSITIVE_INFINITY;

const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(201).end();
    endpoints.add(request.url);
    if (endpoints.size === wanted) process.send?.({ done: true });
  });
});
process.on('message', (count: number) => {
  endpoints.clear();
  wanted = count;
  process.send?.({ ready: true });
});
process.once('disconnect', () => process.exit());

server.listen(0, 'localhost');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
