import type { StaffOrder } from '@fasocolis/contracts/orders';
import { userIdInCode } from '@fasocolis/contracts/reading/client-code';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { User } from '@fasocolis/contracts/user';
import { Chip, FormHelperText } from '@mui/material';
import { useState } from 'react';
import { AutocompleteInput, useGetList, useGetMany } from 'react-admin';
import { type FieldValues, useController, useFormContext } from 'react-hook-form';
import { FRESH_FOR } from '../../components/lists.tsx';
import { customerName } from '../../components/people-names.tsx';
import { useClientCodes } from '../../components/settings.ts';
import { fullName } from '../../components/words.ts';
import { useIsAgent } from '../../providers/use-user.ts';

/** Shorter texts name too many people. */
const SEARCHED = 2;
const ACCOUNTS = 5;
/** Several are of one person. */
const ORDERS = 25;

interface Person {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  /** The account that was chosen. */
  userId: number | null;
  /** Instead of a name, where accounts are not read. */
  code?: string | undefined;
}

/**
 * Fills in whose an order is: an account, as the client, or the recipient of an earlier order. An account is the recipient
 * too while the order has none.
 */
export function PersonInput() {
  const isAgent = useIsAgent();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Person>();
  const { getValues, setValue } = useFormContext<FieldValues>();
  const found = usePeople(text.trim());
  const choices = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found;
  const fill = (field: string, value: unknown) => setValue(field, value, { shouldDirty: true });
  const choose = (person: Person | undefined) => {
    setChosen(person);
    if (!person) return;
    if (person.userId !== null) fill('userId', person.userId);
    const [name, phone] = getValues(['recipientName', 'recipientPhone']);
    if (person.userId !== null && (name || phone)) return;
    fill('recipientName', person.name || null);
    fill('recipientPhone', person.phone);
  };
  return (
    <>
      <AutocompleteInput
        source="person"
        label="Client ou destinataire"
        choices={choices}
        optionText={wordsOf}
        setFilter={setText}
        // The server has searched.
        matchSuggestion={() => true}
        onChange={(_, person) => choose(person ? (person as Person) : undefined)}
        noOptionsText={text.trim().length < SEARCHED ? 'Tapez au moins deux caractères.' : 'Aucune personne trouvée.'}
        helperText={
          isAgent
            ? 'Facultatif. Cherchez un nom, un téléphone ou un numéro de colis, ou tapez un code client.'
            : 'Facultatif. Cherchez un nom, un téléphone, un email ou un numéro de colis.'
        }
      />
      <Client />
    </>
  );
}

/**
 * Accounts, which administrators alone read, and recipients of earlier orders who have none among them. For an agent, an
 * account is what its code says.
 */
function usePeople(q: string): Person[] {
  const isSearching = q.length >= SEARCHED;
  const isAgent = useIsAgent();
  const codeOf = useClientCodes();
  const { data: users = [] } = useGetList<User>(
    'users',
    { pagination: { page: 1, perPage: ACCOUNTS }, sort: { field: 'username', order: 'ASC' }, filter: { q } },
    { enabled: isSearching && !isAgent, staleTime: FRESH_FOR },
  );
  const { data: orders = [] } = useGetList<StaffOrder>(
    'orders',
    { pagination: { page: 1, perPage: ORDERS }, sort: { field: 'createdAt', order: 'DESC' }, filter: { q } },
    { enabled: isSearching, staleTime: FRESH_FOR },
  );
  if (!isSearching) return [];
  const accounts = users.map(
    (user): Person => ({
      id: `user-${user.id}`,
      userId: user.id,
      email: user.email,
      phone: user.phone,
      name: fullName(user) || user.username,
    }),
  );
  const known = new Set(accounts.flatMap(({ phone }) => (phone ? digitsOf(phone) : [])));
  const recipients = new Map(
    orders.flatMap(({ recipientName, recipientPhone: phone }): [string, Person][] => {
      const id = phone ?? recipientName;
      if (!id || (phone && known.has(digitsOf(phone)))) return [];
      return [[id, { id: `recipient-${id}`, name: recipientName ?? '', phone, email: null, userId: null }]];
    }),
  );
  const coded = isAgent ? userIdInCode(q) : undefined;
  const unread: Person[] =
    coded === undefined
      ? []
      : [{ id: `user-${coded}`, userId: coded, code: codeOf(coded) ?? q, name: '', phone: null, email: null }];
  return [...accounts, ...unread, ...recipients.values()];
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '');

function wordsOf({ name, phone, email, userId, code }: Person): string {
  const words = [
    code ?? name,
    phone && spacedPhone(phone.replace(' ', '')),
    email,
    userId === null ? 'destinataire' : 'compte',
  ];
  return words.filter(Boolean).join(' · ');
}

/** The account that is chosen, and whether the address is verified: others are shown no pick-up code. */
function Client() {
  const isAgent = useIsAgent();
  const codeOf = useClientCodes();
  const { field, fieldState } = useController<FieldValues>({ name: 'userId' });
  const id = Number(field.value);
  const isKnown = !isAgent && id > 0;
  const { data: [customer] = [] } = useGetMany<User>('users', { ids: [id] }, { enabled: isKnown });
  return (
    <div role="status">
      {id > 0 && (
        <Chip
          label={`Client\u00a0: ${customer ? customerName(customer) : (codeOf(id) ?? `n° ${id}`)}`}
          onDelete={() => field.onChange(null)}
          sx={{ mb: 1 }}
        />
      )}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </div>
  );
}
