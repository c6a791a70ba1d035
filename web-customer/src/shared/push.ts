import { MessageSchema } from '@fasocolis/contracts/common';
import { PushKeySchema } from '@fasocolis/contracts/push';
import { api } from '@fasocolis/web-kit/api';
import { type PushState, type PushTarget, readPushState, withTarget, writePushState } from './push-state.ts';

const DEVICES = '/api/push/devices';
const DAY_MS = 24 * 3_600_000;

/** Begins or ceases to tell this browser about something. Begin with the permission to show notifications. */
export async function follow(target: PushTarget, isWanted: boolean): Promise<void> {
  const subscription = await subscribed();
  await save(subscription, withTarget(readPushState(), target, isWanted));
}

/** This browser is no longer told about the account; it still is about parcels that it follows. */
export async function leaveAccount(): Promise<void> {
  const { accountId } = readPushState();
  if (accountId === null) return;
  try {
    await follow({ userId: accountId }, false);
  } catch (error) {
    console.warn('The browser is still told about the account', error);
  }
}

/** Tells the server of a new or lost subscription, and once a day that this browser still exists. */
export async function renew(userId: number | null): Promise<void> {
  const former = readPushState();
  if (isEmpty(former)) return;
  const subscription = await subscribed();
  const { endpoint } = subscription;
  if (endpoint === former.endpoint && Date.now() - former.savedAt < DAY_MS) return;
  if (endpoint !== former.endpoint && former.endpoint) {
    await api.patch(DEVICES, { ...subscription.toJSON(), formerEndpoint: former.endpoint }, MessageSchema);
  }
  // The account of another session cannot be saved now; the server has kept it.
  if (former.accountId === null || former.accountId === userId) await save(subscription, former);
  else writePushState({ ...former, endpoint });
}

const isEmpty = ({ references, accountId }: PushState) => references.length === 0 && accountId === null;

async function save(subscription: PushSubscription, state: PushState): Promise<void> {
  const { endpoint } = subscription;
  const { references, accountId } = state;
  await api.post(DEVICES, { ...subscription.toJSON(), references, account: accountId !== null }, MessageSchema);
  writePushState({ ...state, endpoint, savedAt: Date.now() });
  if (isEmpty(state)) await subscription.unsubscribe();
}

/** The subscription of this browser, a new one if there is none. */
async function subscribed(): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await api.get('/api/push/key', PushKeySchema);
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    // With another key: of an installation that was restored without its secrets.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}
