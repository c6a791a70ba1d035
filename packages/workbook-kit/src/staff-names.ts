import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import type { StaffMember } from '@fasocolis/contracts/team';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';

/** Reads the names of staff for a request. */
export type StaffReader = (requestId: string) => Promise<readonly Pick<StaffMember, 'id' | 'firstName' | 'lastName'>[]>;

/** Reads the names of staff from auth; while it does not respond there are none, and workbooks have numbers. */
export const staffFrom =
  (auth: ServiceClient): StaffReader =>
  async (requestId) =>
    (await auth.find(accountOperations.listStaffNames, requestId).catch(() => null)) ?? [];

/** Returns the function that names a user as the screens do: a member of staff by the name, any other one by the number. */
export async function namesOfStaff(read: StaffReader, requestId: string): Promise<(userId: number) => string> {
  const names = new Map((await read(requestId)).map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  return (userId) => names.get(userId) ?? `n° ${userId}`;
}
