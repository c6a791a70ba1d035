import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';

/** The town in which an agent works. Null for the administrator, and while auth does not respond: nothing waits for it. */
export async function townOfStaff(auth: ServiceClient, { userId, requestId }: Actor): Promise<string | null> {
  if (userId === null) return null;
  const params = { id: userId };
  const user = await auth.find(accountOperations.getUser, requestId ?? '', { params }).catch(() => null);
  return user?.city ?? null;
}
