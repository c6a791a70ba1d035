import { MessageSchema } from '@fasocolis/contracts/common';
import { PushKeySchema, SavedPushDeviceSchema, type SavePushDevice } from '@fasocolis/contracts/push';
import { api } from '@fasocolis/web-kit/api';
import {
  isFollowed,
  type PushState,
  type PushTarget,
  readPushState,
  withTarget,
  writePushState,
} from './push-state.ts';

const DEVICES = '/api/push/devices';
const DAY_MS = 24 * 3_600_000;

/**
 * Subscribes this browser to messages about a target, which needs the permission to show notifications, or ends that.
 * @returns whether the browser is subscribed to the target
 */
export async function follow(target: PushTarget, isWanted: boolean): Promise<boolean> {
  const subscription = await subscribed();
  return isFollowed(await save(subscription, withTarget(readPushState(), target, isWanted)), target);
}

/** Ends the messages about the account to this browser; those about parcels that it follows go on. */
export async function leaveAccount(): Promise<void> {
  const { accountId } = readPushState();
  if (accountId === null) return;
  try {
    await follow({ userId: accountId }, false);
  } catch (error) {
    console.warn('The browser is still subscribed to the account', error);
  }
}

/** Reports a new or lost subscription to the server, and once a day that this browser still exists. */
export async function renew(userId: number | null): Promise<void> {
  const former = readPushState();
  if (isEmpty(former)) return;
  const subscription = await subscribed();
  const { endpoint } = subscription;
  const isOwn = former.accountId === null || former.accountId === userId;
  // The server ends the account with its session: the next one saves it at once.
  if (!isOwn) writePushState({ ...former, savedAt: 0 });
  if (endpoint === former.endpoint && (!isOwn || Date.now() - former.savedAt < DAY_MS)) return;
  if (endpoint !== former.endpoint && former.endpoint) {
    await api.patch(DEVICES, { ...jsonOf(subscription), formerEndpoint: former.endpoint }, MessageSchema);
  }
  if (isOwn) await save(subscription, former);
  else writePushState({ ...former, endpoint, savedAt: 0 });
}

const isEmpty = ({ references, accountId }: PushState) => references.length === 0 && accountId === null;

/** The DOM's types allow a subscription to lack what each has. */
const jsonOf = (subscription: PushSubscription) => subscription.toJSON() as Pick<SavePushDevice, 'endpoint' | 'keys'>;

/** @returns the state without the parcels that do not exist any more */
async function save(subscription: PushSubscription, { references, accountId }: PushState): Promise<PushState> {
  const { endpoint } = subscription;
  const body = { ...jsonOf(subscription), references: [...references], account: accountId !== null };
  const { unknown } = await api.post(DEVICES, body, SavedPushDeviceSchema);
  const known = references.filter((reference) => !unknown.includes(reference));
  const state = { endpoint, references: known, accountId, savedAt: Date.now() };
  writePushState(state);
  if (isEmpty(state)) await subscription.unsubscribe();
  return state;
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
