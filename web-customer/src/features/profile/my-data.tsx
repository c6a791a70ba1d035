import { ADMIN_ID } from '@fasocolis/contracts/auth';
import type { User } from '@fasocolis/contracts/user';
import { useId } from 'react';
import { Button } from '../../shared/button.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { useDownloadData } from './download-data.ts';
import { Reauthentication } from './reauthentication.tsx';

/** What users may do with everything that is stored about them. */
export function MyData({ user }: { user: User }) {
  const title = useId();
  const download = useDownloadData(user);
  return (
    <section aria-labelledby={title} className="mt-4 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-hairline sm:p-8">
      <h2 id={title} className="text-lg font-semibold">
        Mes données
      </h2>
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
    </section>
  );
}
