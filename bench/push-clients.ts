/** Thousands of clients of live sockets. Started by bench/push.ts. */
import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';

export interface Crowd {
  name: string;
  url: string;
  firstUserId: number;
  headers: ClientOptions['headers'][];
}

export type Order = { open: Crowd } | { close: string };

/** All clients of a crowd have received one more message; `at` is the machine's monotonic clock in milliseconds. */
export interface AllHeard {
  crowd: string;
  at: number;
}

const AT_ONCE = 100;
const crowds = new Map<string, WebSocket[]>();

async function open({ name, url, firstUserId, headers }: Crowd): Promise<void> {
  const sockets: WebSocket[] = [];
  crowds.set(name, sockets);
  let heard = 0;
  const onMessage = () => {
    heard += 1;
    if (heard % headers.length > 0) return;
    process.send?.({ crowd: name, at: Number(process.hrtime.bigint()) / 1e6 } satisfies AllHeard);
  };
  for (let start = 0; start < headers.length; start += AT_ONCE) {
    const batch = headers.slice(start, start + AT_ONCE).map(async (its, index) => {
      const socket = new WebSocket(url, { perMessageDeflate: false, ...(its && { headers: its }) });
      socket.on('message', onMessage);
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'auth', userId: firstUserId + start + index }));
      sockets.push(socket);
    });
    await Promise.all(batch);
  }
}

async function close(name: string): Promise<void> {
  const sockets = crowds.get(name) ?? [];
  const closed = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.terminate();
  await Promise.all(closed);
  process.send?.({ crowd: name, at: 0 } satisfies AllHeard);
}

process.on('message', (order: Order) => void ('open' in order ? open(order.open) : close(order.close)));
process.once('disconnect', () => process.exit());
