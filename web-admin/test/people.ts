import { DEFAULT_TELL_TEXT, TELL_TEXT_KEY } from '@fasocolis/contracts/tell-text';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';

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
