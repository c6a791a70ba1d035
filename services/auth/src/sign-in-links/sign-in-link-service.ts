import { createHash, randomBytes } from 'node:crypto';
import { isSafeName } from '@fasocolis/contracts/common';
import { storedPhone } from '@fasocolis/contracts/reading/phone';
import { namesOf } from '@fasocolis/contracts/reading/short-name';
import {
  type CreateSignInLinkSchema,
  SIGN_IN_LINK_INVALID,
  type SignInLink,
  type SignInLinkPurpose,
  type UseSignInLinkSchema,
} from '@fasocolis/contracts/sign-in-links';
import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { SignInLink as LinkRow, User } from '../generated/prisma/client.ts';
import type { NextStep } from '../shared/open-session.ts';
import { accountOf, createPhoneAccount, type PhoneAccountDependencies, retryTaken } from '../shared/phone-accounts.ts';
import { holderOf, setPhone } from '../shared/phone-numbers.ts';
import { isStaffMember, lockUser } from '../shared/user-row.ts';

const LIFETIME_MS = 24 * 3_600_000;
const KEPT_MS = 24 * 3_600_000;

const NOT_FOR_STAFF = "Ce numéro est celui d'un compte de l'équipe, qui se connecte avec son mot de passe.";

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const invalidLink = () => new AppError('bad-request', SIGN_IN_LINK_INVALID);

/** Makes a link for a number. Earlier links of the number end. */
export async function createLink(
  { phone: typed, name }: z.output<typeof CreateSignInLinkSchema>,
  actor: Actor,
  { database, publicUrl }: { database: Database; publicUrl: string },
): Promise<SignInLink> {
  const phone = phoneIn('phone', typed);
  if (phone === null) throw AppError.field('phone', 'Il faut un numéro de téléphone.');
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await database.$transaction(async (transaction) => {
    const holder = await holderOf(transaction, phone);
    if (holder && isStaffMember(holder)) throw new AppError('conflict', NOT_FOR_STAFF);
    if (holder) await transaction.user.update({ where: { id: holder.id }, data: { linkRequestedAt: null } });
    await transaction.signInLink.deleteMany({ where: { phone, usedAt: null } });
    const data = { tokenHash: hashOf(token), phone, name: name && isSafeName(name) ? name : null, expiresAt };
    await transaction.signInLink.create({ data });
    // The number is left out: entries are never erased.
    const entry = { subject: 'sign-in-link', action: 'created', name: `Numéro en •••${phone.slice(-4)}` } as const;
    await logChanges(transaction, actor, [{ ...entry, subjectId: holder?.id ?? '' }]);
  });
  const url = new URL(ENTRY_PAGES.signInLink, publicUrl);
  // A fragment is sent to no server when the link is opened, nor to another site.
  url.hash = token;
  const text = `Voici votre lien de connexion FasoColis, valable 24 heures. Il est pour vous seul\u00a0: ${url.href}`;
  return { url: url.href, phone, text, expiresAt: expiresAt.toISOString() };
}

interface Opening extends PhoneAccountDependencies {
  userId: number | null;
}

export function purposeOf(token: string, opening: Opening): Promise<SignInLinkPurpose> {
  return opening.database.$transaction(async (transaction) => {
    const link = await findLink(transaction, token);
    const { purpose, user } = await resolve(transaction, link, opening);
    const names = user ?? namesOf(link.name);
    return { purpose, firstName: names?.firstName ?? '', namesNeeded: names === null };
  });
}

async function findLink(transaction: Transaction, token: string): Promise<LinkRow> {
  const link = await transaction.signInLink.findUnique({ where: { tokenHash: hashOf(token) } });
  if (!link || link.usedAt || link.expiresAt < new Date()) throw invalidLink();
  return link;
}

interface Resolved {
  purpose: SignInLinkPurpose['purpose'];
  user: User | null;
}

/** The account is locked. */
async function resolve(transaction: Transaction, { phone }: LinkRow, { userId, sessions }: Opening): Promise<Resolved> {
  const user = await accountOf(transaction, phone, sessions);
  if (user) return { purpose: 'sign-in', user };
  const visitor = userId === null ? null : await lockUser(transaction, userId);
  // A claim gives no right to a browser that is not signed in to the account.
  if (visitor?.phone === storedPhone(phone)) return { purpose: 'verification', user: visitor };
  return { purpose: 'registration', user: null };
}

type Used = { user: User } | { secondStep: true };

export async function useLink(
  { token, firstName, lastName }: z.output<typeof UseSignInLinkSchema>,
  opening: Opening & {
    requestId: string;
    completeFirstStep: (user: User, transaction: Transaction) => Promise<NextStep>;
  },
): Promise<Used> {
  const { database, sessions, tokens, requestId, completeFirstStep } = opening;
  const writing = { sessions, tokens, requestId };
  return retryTaken(database, async (transaction) => {
    const link = await findLink(transaction, token);
    const { count } = await transaction.signInLink.updateMany({
      where: { tokenHash: link.tokenHash, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) throw invalidLink();
    const { purpose, user } = await resolve(transaction, link, opening);
    const { phone } = link;
    if (user && isStaffMember(user)) throw new AppError('unauthenticated', NOT_FOR_STAFF);
    if (user && purpose === 'verification') {
      return { user: await setPhone(transaction, user, { phone, isVerified: true }, writing) };
    }
    const typed = firstName && lastName ? { firstName, lastName } : null;
    const person = typed ?? namesOf(link.name);
    const account = user ?? (person && (await createPhoneAccount(transaction, phone, person, writing)));
    if (!account) throw AppError.field('firstName', 'Le prénom doit contenir au moins 2 caractères');
    const opened = await transaction.user.update({ where: { id: account.id }, data: { updatedAt: new Date() } });
    return (await completeFirstStep(opened, transaction)) === 'session' ? { user: opened } : { secondStep: true };
  });
}

export async function pruneLinks(database: Database): Promise<void> {
  await database.signInLink.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}

export const linkRequestListSpec = defineList({
  resource: 'sign-in-link-requests',
  sortable: ['id', 'linkRequestedAt'],
  filters: {},
});

/** The users who wait for a sign-in link. A number that is verified no longer gets none. */
export async function listLinkRequests(database: Database, list: ListRequestOf<typeof linkRequestListSpec>) {
  const where = { linkRequestedAt: { not: null }, verifiedPhone: { not: null } };
  const { rows, total } = await findPage(list, ['linkRequestedAt', 'asc'], database.user, { where });
  const requests = rows.flatMap(({ id, firstName, lastName, verifiedPhone: phone, linkRequestedAt }) =>
    phone && linkRequestedAt
      ? [{ id, name: `${firstName} ${lastName}`.trim(), phone, requestedAt: linkRequestedAt.toISOString() }]
      : [],
  );
  return { rows: requests, total };
}
