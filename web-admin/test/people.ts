import { DEFAULT_TELL_TEXT, TELL_TEXT_KEY } from '@fasocolis/contracts/tell-text';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import type { User } from '@fasocolis/contracts/user';

/** A customer. */
export const AWA: User = {
  id: 12,
  username: 'awa',
  email: 'awa@example.com',
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  phone: '+226 70123456',
  provider: null,
  providerId: null,
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2031-02-03T23:05:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};

export const person = (id: number, name: string | null, changes: Partial<PersonToTell> = {}): PersonToTell => ({
  id,
  name,
  phone: `+2267012345${id}`,
  changes: [
    {
      title: 'Arrivé au port, Lomé',
      note: null,
      occurredAt: '2026-11-24T10:00:00.000Z',
      orders: [{ orderId: id, reference: `FC-${id}` }],
    },
  ],
  upTo: 100 + id,
  createdAt: '2026-11-24T10:00:00.000Z',
  told: null,
  whatsapp: null,
  ...changes,
});

export const TOLD = { at: '2026-11-24T11:00:00.000Z', byUserId: 7 };

/** The setting with the text of "À prévenir". */
export const TELL_TEXT = { key: TELL_TEXT_KEY, value: DEFAULT_TELL_TEXT, description: null };
