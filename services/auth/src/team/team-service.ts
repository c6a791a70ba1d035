import {
  type Agent,
  type AgentState,
  INVITATION_DAYS,
  type InviteAgent,
  type UpdateAgent,
} from '@fasocolis/contracts/team';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { retryDuplicate } from '@fasocolis/service-kit/data/database';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  whereListed,
} from '@fasocolis/service-kit/http/lists';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { EMAIL_TAKEN, findByFormerAddress } from '../shared/names.ts';
import { derivedColumns, lockUser, loginKey } from '../shared/user-row.ts';
import { voidTokens } from '../shared/user-tokens.ts';
import { freeUsername } from '../shared/username.ts';

const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;

export const teamListSpec = defineList({
  resource: 'team',
  isSearchable: true,
  sortable: ['id', 'firstName', 'lastName', 'email', 'city', 'invitedAt'],
  optional: ['email', 'city', 'invitedAt'],
  filters: { id: IdsFilterSchema },
});

export function listTeam(database: Database, list: ListRequestOf<typeof teamListSpec>) {
  const where = { invitedAt: { not: null }, ...whereListed(list) };
  return findPage(list, ['invitedAt', 'desc'], database.user, { where });
}

/**
 * Invites the owner of an address, with a new account or the one that has the address already. The access begins
 * when the link in the email is used.
 */
export async function inviteAgent(dependencies: Dependencies, body: InviteAgent, actor: Actor): Promise<User> {
  const { database } = dependencies;
  return retryDuplicate(() =>
    once(database, actor, async (transaction: Transaction) => {
      const account = await findAccount(transaction, body.email);
      if (account) assertInvitable(account);
      return sendInvitation(
        dependencies,
        transaction,
        account ?? (await createAccount(transaction, body)),
        body,
        actor,
      );
    }),
  );
}

/** Voids the former link. */
export async function inviteAgentAgain(dependencies: Dependencies, id: number, actor: Actor): Promise<User> {
  const { database } = dependencies;
  return database.$transaction(async (transaction) => {
    const user = await lockAgent(transaction, id);
    if (user.isAgent) throw new AppError('conflict', ALREADY_AGENT);
    return sendInvitation(dependencies, transaction, user, {}, actor);
  });
}

async function sendInvitation(
  { tokens }: Dependencies,
  transaction: Transaction,
  user: User,
  changes: Partial<UpdateAgent>,
  actor: Actor,
): Promise<User> {
  const { firstName = user.firstName, lastName = user.lastName, city = user.city } = changes;
  const names = { firstName, lastName };
  await voidTokens(transaction, { userId: user.id, kind: 'AGENT_INVITATION' });
  const invited = await transaction.user.update({
    where: { id: user.id },
    data: { ...names, ...derivedColumns({ ...user, ...names }), city, invitedAt: new Date() },
  });
  const { id, email } = invited;
  if (email === null) throw new AppError('conflict', "Ce compte n'a pas d'adresse email.");
  await tokens.issueRequested(transaction, 'AGENT_INVITATION', { id, email }, actor.requestId ?? '');
  await logAgent(transaction, actor, 'invited', { after: invited });
  return invited;
}

export function findAgent(database: Database, id: number): Promise<User> {
  return database.$transaction((transaction) => lockAgent(transaction, id));
}

export async function updateAgent(
  database: Database,
  id: number,
  { firstName, lastName, city }: UpdateAgent,
  actor: Actor,
): Promise<User> {
  return database.$transaction(async (transaction) => {
    const user = await lockAgent(transaction, id);
    const names = { firstName, lastName };
    const data = { ...names, ...derivedColumns({ ...user, ...names }), city };
    const after = await transaction.user.update({ where: { id }, data });
    await logAgent(transaction, actor, 'changed', { before: user, after });
    return after;
  });
}

/** Ends the access and its sessions, or voids the invitation. The account stays, as a customer's. Idempotent. */
export async function revokeAgent({ database, sessions }: Dependencies, id: number, actor: Actor): Promise<void> {
  await database.$transaction(async (transaction) => {
    const user = await lockAgent(transaction, id);
    if (stateOf(user) === 'revoked') return;
    await transaction.user.update({ where: { id }, data: { isAgent: false, revokedAt: new Date() } });
    await voidTokens(transaction, { userId: id, kind: 'AGENT_INVITATION' });
    await logAgent(transaction, actor, 'revoked', { before: user });
    if (user.isAgent) await sessions.endAll(id);
  });
}

/** Names of agents stay in the log, as those of its authors do. */
const logAgent = changeLogger('agent', ({ id, firstName, lastName, city }: User) => ({
  id,
  name: `${firstName} ${lastName}`.trim(),
  values: { firstName, lastName, city },
}));

const ALREADY_AGENT = "Cette personne fait déjà partie de l'équipe.";
const ALREADY_INVITED = "Cette personne est déjà invitée. Utilisez «\u00a0Renvoyer l'invitation\u00a0» dans la liste.";

async function findAccount(transaction: Transaction, email: string): Promise<User | null> {
  const emailKey = loginKey(email);
  const holder = await transaction.user.findUnique({ where: { emailKey }, select: { id: true } });
  const user = holder && (await lockUser(transaction, holder.id));
  // The address may have been changed until the lock.
  return user?.emailKey === emailKey ? user : null;
}

function assertInvitable(user: User): void {
  if (user.role === 'ADMIN') throw new AppError('conflict', "Cette adresse est celle de l'administrateur.");
  const state = stateOf(user);
  if (state === 'active') throw new AppError('conflict', ALREADY_AGENT);
  if (state === 'invited') throw new AppError('conflict', ALREADY_INVITED);
}

/** Without a password: the invitation's link sets it. */
async function createAccount(transaction: Transaction, body: InviteAgent): Promise<User> {
  const { email, firstName, lastName } = body;
  if ((await findByFormerAddress(transaction, loginKey(email))) !== null) throw new AppError('conflict', EMAIL_TAKEN);
  const username = await freeUsername(transaction, body);
  const texts = { username, email, firstName, lastName, phone: null };
  return transaction.user.create({ data: { ...texts, ...derivedColumns(texts) } });
}

async function lockAgent(transaction: Transaction, id: number): Promise<User> {
  const user = await lockUser(transaction, id);
  if (!user?.invitedAt) throw new AppError('not-found', 'Agent non trouvé');
  return user;
}

/** Null for users who were never invited. */
function stateOf({ isAgent, invitedAt, revokedAt }: User): AgentState | null {
  if (isAgent) return 'active';
  if (!invitedAt) return null;
  if (revokedAt && revokedAt >= invitedAt) return 'revoked';
  return Date.now() - invitedAt.getTime() < INVITATION_MS ? 'invited' : 'expired';
}

export function presentAgent(user: User): Agent {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    city: user.city ?? '',
    state: stateOf(user) ?? 'revoked',
    invitedAt: (user.invitedAt ?? user.createdAt).toISOString(),
    joinedAt: user.joinedAt?.toISOString() ?? null,
    hasSecondFactor: user.secondFactorSince !== null,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}
