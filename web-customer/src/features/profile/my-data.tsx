import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { PERSONAL_DATA_FILE, type PersonalData, PersonalDataSchema } from '@fasocolis/contracts/personal-data';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { saveFile } from '@fasocolis/web-kit/save-file';
import { Button } from '../../shared/button.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { DeleteAccount } from './delete-account.tsx';
import { useReauthenticatedAction } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';
import { Reauthentication } from './reauthentication.tsx';

/** What users may do with everything that is stored about them. */
export function MyData({ user }: { user: User }) {
  const download = useDownloadData(user);
  return (
    <ProfileSection title="Mes données" isCard>
      <p className="mt-1 text-ink-soft">
        Un fichier avec tout ce que nous gardons sur vous&nbsp;: compte, colis, notifications, e-mails et messages.
      </p>
      <Button
        label={download.isPending ? 'Préparation du fichier...' : 'Télécharger mes données'}
        className="mt-3 w-full sm:w-auto"
        disabled={download.isPending}
        onClick={() => download.mutate({})}
      />
      {download.failure && (
        <p role="alert" className="mt-2 text-danger">
          {download.failure}
        </p>
      )}
      {download.refusal && <Reauthentication user={user} purpose="télécharger vos données" {...download.refusal} />}
      <div className="mt-6 border-t border-line pt-5">
        {user.id === ADMIN_ID ? (
          <p className="text-ink-soft">Le compte de l'administrateur principal ne peut pas être supprimé.</p>
        ) : (
          <DeleteAccount user={user} />
        )}
      </div>
    </ProfileSection>
  );
}

const FAILED = "Votre fichier n'a pas pu être téléchargé. Vérifiez votre connexion, puis réessayez.";

function useDownloadData(user: User) {
  const download = useReauthenticatedAction({
    user,
    send: async (_, body: object) => save(await api.post('/api/user/export', body, PersonalDataSchema)),
    done: { title: 'Fichier téléchargé', description: PERSONAL_DATA_FILE },
    explain: () => 'Vos données ne sont pas téléchargées.',
  });
  const { error } = download;
  // Refusals of the password are shown where it is asked for.
  const isRefusal = error instanceof ApiError && [400, 401, 403].includes(error.status);
  return { ...download, failure: error && !isRefusal ? serverMessage(error, FAILED) : undefined };
}

/** Indented: people read it. */
const save = (data: PersonalData) =>
  saveFile(PERSONAL_DATA_FILE, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
