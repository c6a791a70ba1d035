import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { besideCode, mayHoldCode, userIdInCode } from '@fasocolis/contracts/reading/client-code';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { plainText } from '@fasocolis/contracts/reading/text';
import {
  OTHER_RECIPIENT,
  SEVERAL_CLIENTS,
  type Carton as SentCarton,
  SMALL_PHOTO,
  SMALL_PHOTO_TOO_LARGE,
  unknownClient,
  WITHOUT_RECIPIENT,
} from '@fasocolis/contracts/receiving';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append, type PlainColumns } from '../history/append.ts';
import { recipientOf } from '../history/create.ts';
import { measurePiece } from '../history/pieces.ts';
import { type Recipient, readPerson } from '../shared/noted-person.ts';
import { convertPhoto } from '../shared/photo.ts';
import type { Carton, ScanResult } from './scan.ts';
import { hasSeveral, type Scanned } from './scanned.ts';

const PHOTO_LIMIT = { maxBytes: SMALL_PHOTO.maxBytes, tooLarge: SMALL_PHOTO_TOO_LARGE };

export async function readCarton(
  auth: ServiceClient,
  { weightGrams = null, volumeCm3 = null, recipient, photos = [] }: SentCarton,
  { requestId }: Actor,
): Promise<Carton> {
  const converted = [];
  for (const photo of photos) converted.push(await convertPhoto(photo, PHOTO_LIMIT));
  return { weightGrams, volumeCm3, photos: converted, ...(await readRecipient(auth, recipient ?? '', requestId)) };
}

/** A client code with the prefix of the settings, which may have a name or a number beside it; or a name and a phone number. */
async function readRecipient(
  auth: ServiceClient,
  noted: string,
  requestId: string | null,
): Promise<Pick<Carton, 'recipient' | 'problem'>> {
  const text = plainText(noted);
  const owner = mayHoldCode(text) ? await ownerIn(auth, text, requestId) : undefined;
  if (owner) return { recipient: { ...readPerson(owner.beside).recipient, userId: owner.userId } };
  const { recipient, problem } = readPerson(text);
  if (SEVERAL_CODES.test(text)) return { recipient: {}, problem: SEVERAL_CLIENTS };
  if (recipient.recipientPhone || !isCode(text)) return { recipient, ...(problem && { problem }) };
  return { recipient: {}, problem: unknownClient(text) };
}

const SEVERAL_CODES = /\b([A-Z]{2,6})\s?\d{4,6}\b.*\b\1\s?\d{4,6}\b/i;

/** A client code, as opposed to a name with a number: "Awa 2026". */
const isCode = (text: string) => userIdInCode(text) !== undefined && !/\p{Ll}\s/u.test(text);

async function ownerIn(auth: ServiceClient, text: string, requestId: string | null) {
  const found = await auth.find(accountOperations.lookUpUsers, requestId ?? '', { body: { logins: [text] } });
  const [userId, ...others] = found?.[0]?.ids ?? [];
  if (userId === undefined || others.length > 0) return undefined;
  // The text may also be the username of a user with another code.
  const beside = besideCode(text, userId);
  return beside === undefined ? undefined : { userId, beside };
}

export async function recordCarton(
  transaction: Transaction,
  { order, piece }: Scanned,
  { isConfirmed = false, carton }: { isConfirmed?: boolean | undefined; carton: Carton },
  actor: Actor,
): Promise<ScanResult> {
  const problem = carton.problem ?? (isOfOther(order, carton.recipient) ? OTHER_RECIPIENT : undefined);
  if (problem !== undefined && !isConfirmed) return { outcome: 'conflict', message: problem, order };
  const { weightGrams, volumeCm3, photos } = carton;
  const ofPiece = hasSeveral(order) ? piece : undefined;
  // A parcel of one piece may later be corrected to several.
  const measured = hasSeveral(order) ? piece : 1;
  const sums =
    measured === undefined ? null : await measurePiece(transaction, order, { piece: measured, weightGrams, volumeCm3 });
  const measures = sums && hasSeveral(order) ? sums : { weightGrams, volumeCm3 };
  const columns: Partial<PlainColumns> = {
    ...Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== null)),
    ...(problem === undefined && withRecipient(order, carton.recipient)),
  };
  await transaction.receptionPhoto.createMany({
    data: photos.map((photo) => ({ orderId: order.id, photo, userId: actor.userId })),
  });
  const words = [
    weightGrams !== null && writtenWeight(weightGrams),
    volumeCm3 !== null && writtenVolume(volumeCm3),
    photos.length > 0 && `${photos.length} photo${photos.length > 1 ? 's' : ''}`,
  ].filter(Boolean);
  const noted = `${ofPiece === undefined ? '' : `n° ${ofPiece}\u00a0: `}${words.join(', ')}`;
  const details = () => (words.length > 0 ? { carton: noted } : {});
  const [appended] = await append(transaction, [order], { entries: [], columns, details }, actor);
  return {
    outcome: 'done',
    order: appended?.order ?? order,
    ...(problem !== undefined && { message: WITHOUT_RECIPIENT }),
  };
}

const isOfOther = (order: Order, recipient: Recipient): boolean =>
  (['userId', 'recipientPhone', 'recipientName'] as const).some((field) => {
    const [known, noted] = [order[field], recipient[field]];
    return known !== null && noted != null && plain(known) !== plain(noted);
  });

const plain = (value: string | number) => String(value).toLocaleLowerCase('fr');

function withRecipient(order: Order, { userId, ...written }: Recipient): Partial<PlainColumns> {
  const recipientName = order.recipientName ?? written.recipientName ?? null;
  const recipientPhone = order.recipientPhone ?? written.recipientPhone ?? null;
  return {
    // An owner by number stays one.
    ...(userId != null && order.userId === null && { userId }),
    ...(Object.keys(written).length > 0 && recipientOf({ recipientName, recipientPhone })),
  };
}
