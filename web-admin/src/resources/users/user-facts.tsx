import { ADMIN_ID, type User } from '@fasocolis/contracts/auth';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box } from '@mui/material';
import { useGetList } from 'react-admin';

/** Whether a user can be deleted: the principal administrator cannot. */
export const isDeletable = ({ id }: Pick<User, 'id'>): boolean => id !== ADMIN_ID;

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

/** Named at most. */
const NAMED = 20;

function RemovalWarning({ user: { id: userId } }: { user: User }) {
  const { data = [], total = 0 } = useGetList<StaffOrder>('orders', {
    pagination: { page: 1, perPage: NAMED },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { userId, ended: false },
  });
  const others = total - data.length;
  return (
    <>
      Cette action est irréversible. Les notifications et les préférences de cet utilisateur seront définitivement
      supprimées. Ses commandes restent, sans son nom, son téléphone, les photos ni les messages.
      {data.length > 0 && (
        <Box component="span" role="status" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}>
          Encore en route&nbsp;: <b>{data.map(({ reference }) => reference).join(', ')}</b>
          {others > 0 && ` et ${others} autre${others > 1 ? 's' : ''}`}. Plus personne ne sera prévenu de leur arrivée.
        </Box>
      )}
    </>
  );
}

export const removal = {
  resource: 'users',
  name: ({ username }: User) => username,
  content: (user: User) => <RemovalWarning user={user} />,
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
