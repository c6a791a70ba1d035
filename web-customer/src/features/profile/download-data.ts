import { PERSONAL_DATA_FILE, type PersonalData, PersonalDataSchema } from '@fasocolis/contracts/personal-data';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { saveFile } from '@fasocolis/web-kit/save-file';
import { serverMessage } from '../../shared/server-message.ts';
import { useReauthenticatedAction } from './reauthenticated-action.ts';

const FAILED = "Votre fichier n'a pas pu être téléchargé. Vérifiez votre connexion, puis réessayez.";

export function useDownloadData(user: User) {
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
