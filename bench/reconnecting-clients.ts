/** Thousands of clients of live sockets that reconnect as those of the sites do. Started by bench/push-restart.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { reconnectPause } from '@fasocolis/contracts/live';
import { WebSocket } from 'ws';

export interface Clients {
  url: string;
  origin: string;
  firstUserId: number;
  /** The session of each client. */
  cookies: string[];
  /** What all of them wait for, after the notification of the same title that opens the measurement. */
  lastId: number;
}

/** `opened`: all are authenticated. `complete`: each has a notification after `lastId`; times of the monotonic clock. */
export type Report = { opened: true } | { complete: number[]; attempts: number };

const AT_ONCE = 100;
const now = () => Number(process.hrtime.bigint()) / 1e6;
const complete: number[] = [];
let attempts = 0;

/** @returns once it is authenticated for the first time */
function connect({ url, origin, lastId, cookies }: Clients, cookie: string, userId: number): Promise<void> {
  const authenticated = Promise.withResolvers<void>();
  let newest = lastId;
  const stayConnected = async () => {
    for (let failures = 0; ; failures += 1) {
      const socket = new WebSocket(url, { perMessageDeflate: false, headers: { cookie, origin } });
      attempts += 1;
      socket.on('error', () => {});
      socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', userId, lastId: newest })));
      socket.on('message', (data) => {
        const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
        if (message.type === 'auth_success') {
          failures = -1;
          authenticated.resolve();
        }
        if (message.type !== 'notification' || message.data.id <= newest) return;
        newest = message.data.id;
        complete.push(now());
        if (complete.length === cookies.length) process.send?.({ complete, attempts } satisfies Report);
      });
      await new Promise((closed) => socket.once('close', closed));
      await delay(reconnectPause(Math.max(0, failures)));
    }
  };
  void stayConnected();
  return authenticated.promise;
}

async function open(clients: Clients): Promise<void> {
  for (let start = 0; start < clients.cookies.length; start += AT_ONCE) {
    const batch = clients.cookies.slice(start, start + AT_ONCE);
    await Promise.all(batch.map((cookie, index) => connect(clients, cookie, clients.firstUserId + start + index)));
  }
  attempts = 0;
  process.send?.({ opened: true } satisfies Report);
}

process.on('message', (clients: Clients) => void open(clients));
process.once('disconnect', () => process.exit());
