import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { PushProduct } from './push-product.ts';

const CLIENTS = 50;
const DURATION_MS = 60_000;
const SEND_EVERY_MS = 100;
const UP_MS = 8000;
const DOWN_MS = 2000;

/** A client that is offline for two seconds in ten, and names its last notification when it reconnects. */
async function unsteadyClient(product: PushProduct, userId: number, until: Promise<unknown>, last: () => number) {
  const { cookie } = await product.signIn(userId);
  const ids: number[] = [];
  let drops = 0;
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  // Spreads the disconnections.
  let up = (UP_MS * (userId % CLIENTS)) / CLIENTS + 200;
  for (;;) {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: product.url },
    });
    socket.on('message', (data) => {
      const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
      if (message.type === 'notification') ids.push(message.data.id);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'auth', userId, lastId: ids.at(-1) ?? 0 }));
    if (isOver) {
      const deadline = Date.now() + 10_000;
      while ((ids.at(-1) ?? 0) < last() && Date.now() < deadline) await delay(50);
      socket.terminate();
      return { ids, drops };
    }
    await Promise.race([delay(up), until]);
    socket.terminate();
    await once(socket, 'close');
    drops += 1;
    up = UP_MS;
    await delay(DOWN_MS);
  }
}

/** Sends at a steady rate to clients that reconnect, and counts what each one received. */
export async function measureLoss(product: PushProduct) {
  const sent: number[] = [];
  const over = Promise.withResolvers<void>();
  const earlier = await product.send('Avant');
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    unsteadyClient(product, 20_000 + index, over.promise, () => sent.at(-1) ?? 0),
  );
  const end = Date.now() + DURATION_MS;
  while (Date.now() < end) {
    sent.push(await product.send(`Message ${sent.length}`));
    await delay(SEND_EVERY_MS);
  }
  over.resolve();
  const outcomes = await Promise.all(clients);
  const ours = outcomes.map(({ ids }) => ids.filter((id) => id > earlier));
  const unique = ours.map((ids) => new Set(ids).size);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    clients: CLIENTS,
    drops: sum(outcomes.map(({ drops }) => drops)),
    sent: sent.length,
    received: sum(unique),
    twice: sum(ours.map((ids, index) => ids.length - (unique[index] ?? 0))),
    disordered: ours.filter((ids) => ids.some((id, index) => id < (ids[index - 1] ?? 0))).length,
  };
}
