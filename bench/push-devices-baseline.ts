/** The lower bound of push messages: a loop around web-push, with as many at a time as the product has. */
import { Agent } from 'node:https';
import webPush, { type PushSubscription, type RequestOptions } from 'web-push';

/** As in services/notify/src/push/host-slots.ts. */
const PARALLEL = 4;

async function sendAll(subscriptions: PushSubscription[], payload: string): Promise<void> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const options = {
    vapidDetails: { subject: 'mailto:bench@example.com', publicKey, privateKey },
    ...{ TTL: 259_200, urgency: 'high' as const, topic: 'bench' },
    agent: new Agent({ keepAlive: true, maxSockets: PARALLEL }),
  } satisfies RequestOptions;
  const waiting = subscriptions.values();
  const work = async () => {
    for (const subscription of waiting) await webPush.sendNotification(subscription, payload, options);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

process.once('message', ({ subscriptions, payload }: { subscriptions: PushSubscription[]; payload: string }) => {
  // A failure ends the process with another code.
  void sendAll(subscriptions, payload).then(() => process.exit());
});
process.send?.({ ready: true });
