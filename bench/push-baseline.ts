/** The lower bound of push: one bare WebSocket server that sends a text to all clients. Started by bench/push.ts. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"type":"auth_success"}'));
});
process.on('message', ({ broadcast }: { broadcast?: string }) => {
  if (!broadcast) return;
  for (const client of server.clients) client.send(broadcast);
});
process.once('disconnect', () => process.exit());

await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
