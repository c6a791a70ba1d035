import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { missingReferences } from '@fasocolis/contracts/reading/missing-references';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { lockToTell, resumeTelling, stopTelling } from '../audience/people-to-tell.ts';
import type { Database, Transaction } from '../database.ts';
import { type DeliveryJob, recordDeliveries } from '../deliveries/delivery-queue.ts';
import type { WhatsappContact } from '../generated/prisma/client.ts';
import {
  type Ending,
  HELP,
  HOW_TO_STOP,
  MAX_ORDERS_PER_REPLY,
  type NamedParcel,
  NOT_STOPPED,
  namedParcels,
  readRequest,
  STOPPED,
  signInReply,
  unknownParcel,
  type WrittenRequest,
} from './replies.ts';
import { type ReceivedMessage, wordsOf } from './webhook-payload.ts';

const HOUR_MS = 3_600_000;
/** Per number and hour: more than a person sends, and too few to guess references. */
const MAX_REPLIES_PER_HOUR = 30;
/** Per number: further parcels replace the oldest ones, which have most likely arrived. */
const MAX_FOLLOWED = 50;

interface InboxParts {
  database: Database;
  orders: ServiceClient;
  auth: ServiceClient;
  publicUrl: string;
  now?: () => Date;
}

interface Incoming {
  message: ReceivedMessage;
  phone: string;
  request: WrittenRequest | null | undefined;
  named: NamedOrders;
  receivedAt: Date;
  sentAt: Date;
  /** The reply to a message that asks for a code; none when there were too many. */
  signIn: string | null;
}

interface NamedOrders {
  parcels: NamedParcel[];
  more: number[];
  /** The references that the writer surely meant, and that no order has. */
  missing: string[];
  /** What the first reference may mean, when no order was found. */
  suggestion: string | null;
}

/** WhatsApp may name a number by its former plan. */
const phoneOf = ({ from }: ReceivedMessage) => readPhone(`+${from}`) ?? `+${from}`;

/** Whether a message was written before a choice. WhatsApp gives the second in which it was written. */
const isBefore = (sentAt: Date, choice: Date | null) =>
  choice !== null && Math.floor(sentAt.getTime() / 1000) < Math.floor(choice.getTime() / 1000);

/**
 * Records the reply to a message, if there is one.
 * @returns the jobs to add once all messages of a webhook were received: later ones may overrule a reply
 */
export async function receiveMessage(
  dependencies: InboxParts,
  message: ReceivedMessage,
  requestId: string,
): Promise<DeliveryJob[]> {
  const { database, publicUrl, now = () => new Date() } = dependencies;
  const words = wordsOf(message);
  const request = words === null ? undefined : readRequest(words);
  const isKnown = (await database.whatsappMessage.count({ where: { id: message.id } })) > 0;
  if (isKnown) return [];
  const references = request && 'references' in request ? request.references : [];
  const phone = phoneOf(message);
  const named = await findOrders(dependencies, { references, phone }, requestId);
  const receivedAt = now();
  const sentAt = new Date(Math.max(0, Math.min(message.timestamp * 1000, receivedAt.getTime())));
  const signIn =
    request?.kind === 'sign-in'
      ? await requestSignIn(dependencies, { phone, tag: request.tag, sentAt }, requestId)
      : null;
  return database.$transaction(async (transaction) => {
    await lockToTell(transaction);
    const text = await replyTo(transaction, { message, phone, request, named, receivedAt, sentAt, signIn }, publicUrl);
    if (!text) return [];
    const reply = { channel: 'whatsapp', kind: 'whatsapp-reply', recipient: phone, text } as const;
    return recordDeliveries(transaction, [{ ...reply, requestId }]);
  });
}

async function requestSignIn(
  { auth, publicUrl }: InboxParts,
  { sentAt, ...message }: { phone: string; tag: string; sentAt: Date },
  requestId: string,
): Promise<string | null> {
  const body = { ...message, sentAt: sentAt.getTime() };
  const issued = await auth.find(signInOperations.issuePhoneCode, requestId, { body });
  if (!issued) throw new AppError('unavailable');
  return issued.isRefused ? null : signInReply(issued.code, publicUrl);
}

async function findOrders(
  dependencies: InboxParts,
  body: { references: string[]; phone: string },
  requestId: string,
): Promise<NamedOrders> {
  const { orders } = dependencies;
  if (body.references.length === 0) return { parcels: [], more: [], missing: [], suggestion: null };
  const response = await orders.find(orderOperations.findOrdersByReference, requestId, { body });
  if (!response) throw new AppError('unavailable');
  const keys = response.orders.map(({ reference, written }) => referenceKey(written ?? reference));
  // "0003" is a part of "DEMO 0003", not another parcel.
  const found = response.orders.filter(
    (_, index) => !keys.some((key, at) => at !== index && key.includes(keys[index] ?? '')),
  );
  const parcels = await Promise.all(
    found.slice(0, MAX_ORDERS_PER_REPLY).map((each) => findParcel(dependencies, each, requestId)),
  );
  return {
    parcels: parcels.flatMap((parcel) => parcel ?? []),
    more: found.slice(MAX_ORDERS_PER_REPLY).map(({ orderId }) => orderId),
    missing: missingReferences(response.unknown, keys).slice(0, MAX_ORDERS_PER_REPLY),
    suggestion: response.suggestion,
  };
}

async function findParcel(
  { orders }: InboxParts,
  { reference, written }: { reference: string; written?: string | undefined },
  requestId: string,
): Promise<NamedParcel | null> {
  const found = orders.find(orderOperations.findOrder, requestId, { params: { reference } });
  const order = await found.catch((error: { cause?: Error }) => {
    // The order was archived meanwhile.
    if (error.cause?.message.startsWith('410 ')) return null;
    throw error;
  });
  return order && { order, written };
}

async function replyTo(transaction: Transaction, incoming: Incoming, publicUrl: string): Promise<string | null> {
  const { message, phone, request, named, receivedAt: now, sentAt } = incoming;
  const contact = await transaction.whatsappContact.upsert({ where: { phone }, create: { phone }, update: {} });
  const { count } = await transaction.whatsappMessage.createMany({
    data: [{ id: message.id, phone, receivedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return null;
  if (!contact.lastMessageAt || sentAt > contact.lastMessageAt) {
    await transaction.whatsappContact.update({ where: { phone }, data: { lastMessageAt: sentAt } });
  }
  if (request === undefined) return null;
  if (request?.kind === 'stop') return stop(transaction, contact, sentAt);
  const since = new Date(now.getTime() - HOUR_MS);
  const replied = await transaction.whatsappMessage.count({ where: { phone, receivedAt: { gt: since } } });
  if (replied > MAX_REPLIES_PER_HOUR) return null;
  if (request?.kind === 'sign-in') return incoming.signIn;
  if (named.parcels.length > 0 && request)
    return namedParcels({ ...(await followNamed(transaction, contact, { request, named, sentAt })), publicUrl });
  if (request?.kind === 'follow') return unknownParcel(request.references[0] ?? '', named.suggestion);
  const meant = named.missing[0] ?? (named.suggestion === null ? undefined : request?.references[0]);
  if (meant !== undefined) {
    const unknown = unknownParcel(meant, named.suggestion);
    return request?.kind === 'doubtful' ? `${unknown}\n${HOW_TO_STOP}` : unknown;
  }
  if (contact.helpedAt && contact.helpedAt > since) return null;
  await transaction.whatsappContact.update({ where: { phone }, data: { helpedAt: now } });
  return HELP;
}

async function stop(transaction: Transaction, { phone, wantedAt }: WhatsappContact, at: Date): Promise<string> {
  if (isBefore(at, wantedAt)) return NOT_STOPPED;
  await transaction.whatsappFollow.deleteMany({ where: { phone } });
  await stopTelling(transaction, phone, { at, byUserId: null });
  return STOPPED;
}

/** Follows the named parcels, as far as the message says so. @returns the contents of the reply */
async function followNamed(
  transaction: Transaction,
  contact: WhatsappContact,
  { request, named, sentAt }: Pick<Incoming, 'named' | 'sentAt'> & { request: WrittenRequest },
) {
  const { parcels, more, missing } = named;
  const isStopped = contact.stoppedAt !== null;
  // A sentence about a parcel is no consent to what was refused.
  const resumes = request.kind === 'follow' || ('isAlone' in request && request.isAlone);
  const isFollowed = (resumes || (request.kind === 'bare' && !isStopped)) && !isBefore(sentAt, contact.refusedAt);
  const ids = [...parcels.map(({ order }) => order.id), ...more];
  if (isFollowed) await follow(transaction, contact.phone, ids);
  const unchanged: Ending = isStopped ? 'stopped' : 'unchanged';
  if (isFollowed && resumes) await resumeTelling(transaction, contact.phone, sentAt);
  return { parcels, more: more.length, missing, ending: isFollowed ? ('following' as const) : unchanged };
}

async function follow(transaction: Transaction, phone: string, ids: number[]): Promise<void> {
  const data = ids.map((orderId) => ({ phone, orderId }));
  await transaction.whatsappFollow.createMany({ data, skipDuplicates: true });
  const others = { phone, orderId: { notIn: ids } };
  const [replaced] = await transaction.whatsappFollow.findMany({
    where: others,
    orderBy: { orderId: 'desc' },
    skip: MAX_FOLLOWED - ids.length,
    take: 1,
  });
  if (!replaced) return;
  await transaction.whatsappFollow.deleteMany({ where: { AND: [others, { orderId: { lte: replaced.orderId } }] } });
}
