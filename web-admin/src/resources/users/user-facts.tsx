import { ADMIN_ID, type User } from '@fasocolis/contracts/auth';
import { Box } from '@mui/material';

/** Whether a user can be deleted: the principal administrator cannot. */
export const isDeletable = ({ id }: Pick<User, 'id'>): boolean => id !== ADMIN_ID;

const PROVIDERS = new Map([
  ['facebook', 'Facebook'],
  ['google', 'Google'],
  ['apple', 'Apple'],
]);

/** How a user signs in; an unknown provider keeps its own name. */
export const loginMethod = ({ provider }: Pick<User, 'provider'>): string =>
  provider ? (PROVIDERS.get(provider) ?? provider) : 'Email/Mot de passe';

/** A phone number as stored, so that it can be copied, but in pairs of digits after its country code. */
export function PhoneNumber({ value }: { value: string | null }) {
  if (value === null) return 'N/A';
  const [, code, number] = /^(\+\d+\s)(\d+)$/.exec(value) ?? [];
  if (code === undefined || number === undefined) return value;
  return (
    <Box component="span" sx={{ whiteSpace: 'pre' }}>
      {code}
      {Array.from(number.matchAll(/\d\d?/g), ({ 0: pair, index }) => (
        <Box component="span" key={index} sx={{ ml: index === 0 ? 0 : '0.25em' }}>
          {pair}
        </Box>
      ))}
    </Box>
  );
}

export const removal = {
  resource: 'users',
  name: ({ username }: User) => username,
  content: () =>
    'Cette action est irréversible. Les commandes, les notifications et les préférences de cet utilisateur seront définitivement supprimées.',
  refusal: (user: User) =>
    isDeletable(user)
      ? undefined
      : { title: 'Action non autorisée', description: "L'administrateur principal ne peut pas être supprimé" },
  outcome: {
    title: 'Utilisateur supprimé',
    success: "L'utilisateur et toutes ses données associées ont été supprimés.",
    failureTitle: 'Échec de la suppression',
    failure: "Une erreur s'est produite lors de la suppression de l'utilisateur.",
  },
};
