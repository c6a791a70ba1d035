import type { ChangePasswordSchema, UpdateProfileSchema } from '@fasocolis/contracts/auth';
import { storedPhone } from '@fasocolis/contracts/reading/phone';
import type { UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { logChanges } from '@fasocolis/service-kit/data/change-log';
import { isUniqueViolation } from '@fasocolis/service-kit/data/database';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type { AuditDetails } from '@fasocolis/service-kit/ops/audit';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { hashPassword } from '../password.ts';
import { assertStaffPassword, assertUncommonPassword } from '../password-rules.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { assertNamesFree } from '../shared/names.ts';
import { assertPhoneFree, phoneColumns } from '../shared/phone-numbers.ts';
import { assertRecentSignIn, verifyOwnPassword, wrongPassword } from '../shared/reauthentication.ts';
import { accountSubject } from '../shared/sign-in-limits.ts';
import { derivedColumns, isVerifiedUser, lockUser, loginKey, USER_NOT_FOUND } from '../shared/user-row.ts';
import { voidTokens } from '../shared/user-tokens.ts';

export interface Caller {
  identity: UserIdentity;
  address: string;
  requestId: string;
  audit: AuditDetails;
}

const ADDRESS_LINKS = { kind: { in: ['PASSWORD_RESET', 'EMAIL_VERIFICATION'] } } satisfies Prisma.UserTokenWhereInput;

/**
 * Changes names, the phone number and switches. A new address or number is unverified. The former address, if it was
 * verified, gets a link to undo the change, and other sessions end; a change of the number is reported to the address
 * and to the former number.
 */
export async function updateProfile(
  id: number,
  { currentPassword, phone: typedPhone, ...names }: z.output<typeof UpdateProfileSchema>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<User> {
  const { database, registrations } = dependencies;
  const before = await database.user.findUnique({ where: { id } });
  if (!before) throw new AppError('not-found', USER_NOT_FOUND);
  // Numbers that were stored before they were read come back from forms as they are.
  const isTyped = typedPhone !== undefined && typedPhone !== before.phone;
  const body: Change = { ...names, ...(isTyped && { phone: phoneIn('phone', typedPhone) }) };
  const isNewAddress = body.email !== undefined && loginKey(body.email) !== before.emailKey;
  const isNewPhone = body.phone !== undefined && isOtherPhone(before, body.phone);
  if (isNewAddress || isNewPhone) {
    caller.audit.action = isNewAddress ? 'email-change' : 'phone-change';
    await assertRecentSignIn(dependencies, caller, currentPassword);
  }
  const isNewName = body.username !== undefined && loginKey(body.username) !== before.usernameKey;
  // A form also sends names that have not changed, and those reveal nothing about the names of others.
  if (isNewAddress || isNewName || isNewPhone) await registrations.assertOpen(caller.address);
  for (;;) {
    try {
      return await writeProfile(id, body, caller, {
        ...dependencies,
        mayChange: { address: isNewAddress, phone: isNewPhone },
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') await registrations.count(caller.address);
      // A concurrent change took the name: the next attempt names the field.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

interface Writing extends Dependencies {
  mayChange: { address: boolean; phone: boolean };
}

/** The number in the form E.164. */
type Change = Omit<z.output<typeof UpdateProfileSchema>, 'currentPassword' | 'phone'> & { phone?: string | null };

const isOtherPhone = (user: User, phone: string | null) => (phone && storedPhone(phone)) !== user.phone;

async function writeProfile(
  id: number,
  body: Change,
  { identity, requestId }: Caller,
  { database, sessions, tokens, addressChanges, phoneChanges, mayChange }: Writing,
): Promise<User> {
  return database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw new AppError('not-found', USER_NOT_FOUND);
    const { username = user.username, email = user.email } = body;
    const { firstName = user.firstName, lastName = user.lastName } = body;
    const { notifyByEmail = user.notifyByEmail, notifyByWhatsapp = user.notifyByWhatsapp } = body;
    const isNewPhone = body.phone !== undefined && isOtherPhone(user, body.phone);
    // The number was changed concurrently.
    if (isNewPhone && !mayChange.phone) throw new AppError('reauthentication-required');
    const phones = isNewPhone
      ? await changePhone(transaction, user, body.phone ?? null, { tokens, phoneChanges, requestId })
      : { phone: user.phone };
    const derived = derivedColumns({ username, email, firstName, lastName, ...phones });
    await assertNamesFree(transaction, derived, id);
    if (user.notifyByWhatsapp && !notifyByWhatsapp && user.phone !== null) {
      await emit(transaction, 'user.whatsapp-declined', { userId: id, phone: user.phone }, requestId);
    }
    const names = { username, email, firstName, lastName };
    const data = { ...names, ...phones, notifyByEmail, notifyByWhatsapp, ...derived, updatedAt: new Date() };
    if (email === null || derived.emailKey === user.emailKey) {
      const changed = await transaction.user.update({ where: { id }, data });
      await logForStaff(transaction, identity, [user, changed], requestId);
      if (isNewPhone) await sessions.update(id, { isVerified: isVerifiedUser(changed) });
      return changed;
    }
    // The address was changed concurrently.
    if (!mayChange.address) throw new AppError('reauthentication-required');
    await addressChanges.count(accountSubject(id));
    await voidTokens(transaction, { userId: id, ...ADDRESS_LINKS });
    await tokens.issueRescue(transaction, user, requestId);
    const changed = await transaction.user.update({
      where: { id },
      data: { ...data, emailVerified: false, passwordSetAfterVerification: false },
    });
    await logForStaff(transaction, identity, [user, changed], requestId);
    await sessions.endAll(id, identity.userId === id ? identity.sessionKey : undefined);
    await sessions.update(id, { isVerified: isVerifiedUser(changed) });
    return changed;
  });
}

const FIELD_NAMES = {
  ...{ username: "Nom d'utilisateur", firstName: 'Prénom', lastName: 'Nom', email: 'Email', phone: 'Téléphone' },
  ...{ notifyByEmail: 'Messages par email', notifyByWhatsapp: 'Messages WhatsApp' },
};

/** Records which fields of an account staff changed, without their values, because the log outlives the account. */
async function logForStaff(
  transaction: Transaction,
  { userId }: UserIdentity,
  [before, after]: [User, User],
  requestId: string,
): Promise<void> {
  if (userId === before.id) return;
  const changed = Object.entries(FIELD_NAMES).flatMap(([field, name]) =>
    before[field as keyof typeof FIELD_NAMES] === after[field as keyof typeof FIELD_NAMES] ? [] : name,
  );
  if (changed.length === 0) return;
  const entry = { subject: 'user', subjectId: before.id, name: `n° ${before.id}`, action: 'changed' } as const;
  await logChanges(transaction, { userId, requestId }, [{ ...entry, after: { changed: changed.join(', ') } }]);
}

async function changePhone(
  transaction: Transaction,
  user: User,
  phone: string | null,
  { tokens, phoneChanges, requestId }: Pick<Dependencies, 'tokens' | 'phoneChanges'> & { requestId: string },
) {
  await assertPhoneFree(transaction, phone, user.id);
  await phoneChanges.count(accountSubject(user.id));
  await tokens.report(transaction, 'PHONE_CHANGED', user, { requestId });
  return phoneColumns(transaction, user, { phone, isVerified: false }, requestId);
}

export async function changePassword(
  { currentPassword, newPassword }: z.output<typeof ChangePasswordSchema>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<void> {
  const { database, sessions, tokens, passwordChanges } = dependencies;
  const { userId, sessionKey } = caller.identity;
  const user = await verifyOwnPassword(dependencies, caller, currentPassword);
  if (user.isAgent) assertStaffPassword('newPassword', newPassword);
  await assertUncommonPassword('newPassword', newPassword, user);
  const newHash = await hashPassword(newPassword);
  await database.$transaction(async (transaction) => {
    const current = await lockUser(transaction, userId);
    // The password was changed concurrently.
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword();
    await passwordChanges.count(accountSubject(userId));
    await transaction.user.update({
      where: { id: userId },
      data: {
        passwordHash: newHash,
        passwordSetAfterVerification: current.emailVerified,
        updatedAt: new Date(),
      },
    });
    await voidTokens(transaction, { userId, kind: 'PASSWORD_RESET' });
    await tokens.report(transaction, 'PASSWORD_CHANGED', current, { requestId: caller.requestId });
    await sessions.endAll(userId, sessionKey);
  });
}
