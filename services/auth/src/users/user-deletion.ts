import { AppError } from '@fasocolis/service-kit/errors';
import { emit } from '@fasocolis/service-kit/outbox';
import type { SessionStore } from '@fasocolis/service-kit/sessions';
import type { Database } from '../database.ts';
import { USER_NOT_FOUND } from './profile.ts';

/** Deletes an account with its tokens and sessions, and emits the event. @throws AppError `not-found` */
export async function deleteUser(
  id: number,
  requestId: string,
  { database, sessions }: { database: Database; sessions: SessionStore },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.user.deleteMany({ where: { id, role: 'USER' } });
    if (count === 0) throw new AppError('not-found', USER_NOT_FOUND);
    await emit(transaction, 'user.deleted', { userId: id }, requestId);
    // Before the commit: a crash in between must not leave a session open.
    await sessions.endAll(id);
  });
}
