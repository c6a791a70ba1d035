import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';

const NAMED = 3;

/** The name, or the number of a person without a name. */
export const nameOf = ({ name, phone }: Pick<PersonToTell, 'name' | 'phone'>): string => name ?? spacedPhone(phone);

export function Person({ name, phone }: Pick<PersonToTell, 'name' | 'phone'>) {
  return (
    <>
      {nameOf({ name, phone })}
      {name && <span className="soft">{spacedPhone(phone)}</span>}
    </>
  );
}

/** "FC-1, FC-2, FC-3 et 4 autres". */
export function referencesOf({ changes }: PersonToTell): string {
  const references = changes.flatMap(({ orders }) => orders.map(({ reference }) => reference));
  const more = references.length - NAMED;
  return references.slice(0, NAMED).join(', ') + (more > 0 ? ` et ${more} autre${more > 1 ? 's' : ''}` : '');
}
